/** The other end of the line: what tests put in the place of a WebSocket. */
export class Socket {
  static OPEN = 1;
  static last = null;
  sent = [];
  readyState = 1;

  constructor() {
    Socket.last = this;
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  say(...messages) {
    for (const message of messages) this.onmessage({ data: JSON.stringify(message) });
  }

  of(kind) {
    return this.sent.filter(({ t }) => t === kind);
  }

  kinds() {
    return this.sent.map(({ t }) => t);
  }
}
