// Load for bench/server.py and bench/together.py: many WebSocket clients in one thread, so that the server is what is
// measured.
//   load PORTS PATH MODE CONNECTIONS SECONDS RATE PROCESS
// PORTS is one port, or the ports of several servers: 1,2 has the people of a room on one of them, 1+2 on both.
// MODE is play (hello, new, then marks on a board), games (marks and now and then an opening, and another game when one
// is over), echo (the same bytes back), rooms (the same marks by four people on each board, who all get every one), fan
// (the bytes back to all four), or idle (connect, play one opening, wait). RATE
// 0 sends the next message when the last is answered; otherwise messages go out at that rate a second, and latency is
// counted from when a message was due: to its own answer, and to its arrival at everybody. PROCESS is the server:
// waits are counted in its processor time too, which is the same however busy the machine is, and in answers that
// others got meanwhile. Prints a JSON object when all are ready, and another at the end.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;

constexpr std::size_t PEOPLE = 4;  // in a room
constexpr int REMEMBERED = 256;
constexpr int MARKS = 20;  // before each opening of a game that is played to its end

// What has happened so far: the processor time of the server, and the answers of all.
struct Progress {
    double seconds = 0;
    std::uint64_t answers = 0;
};

struct Client {
    int socket = -1;
    std::string in, out, game, tab;
    std::deque<Time> due;  // of the messages that are not answered yet
    std::deque<Progress> before;  // when each of them was sent
    Time due_of[REMEMBERED];  // the last messages, by their number
    int sent = 0;
    int phase = 0;  // of its openings: in step, a fifth of all games would end at once
};

static void fail(const char* what) {
    std::fprintf(stderr, "load: %s\n", what);
    std::exit(1);
}

static std::string frame(const std::string& text) {
    std::string bytes;
    bytes += char(0x81);
    if (text.size() < 126) {
        bytes += char(0x80 | text.size());
    } else {
        bytes += char(0x80 | 126);
        bytes += char(text.size() >> 8);
        bytes += char(text.size() & 255);
    }
    const unsigned char mask[4] = {1, 2, 3, 4};
    bytes.append(reinterpret_cast<const char*>(mask), 4);
    for (std::size_t i = 0; i < text.size(); ++i) bytes += char(text[i] ^ mask[i & 3]);
    return bytes;
}

// Takes a whole frame off the front of the buffer; false if there is none yet.
static bool take(std::string& in, int& opcode, std::string& text) {
    if (in.size() < 2) return false;
    std::size_t length = in[1] & 127, head = 2;
    if (length == 126) {
        if (in.size() < 4) return false;
        length = std::size_t(std::uint8_t(in[2])) << 8 | std::uint8_t(in[3]);
        head = 4;
    } else if (length == 127) {
        if (in.size() < 10) return false;
        length = 0;
        for (int i = 2; i < 10; ++i) length = length << 8 | std::uint8_t(in[i]);
        head = 10;
    }
    if (in.size() < head + length) return false;
    opcode = in[0] & 15;
    text.assign(in, head, length);
    in.erase(0, head + length);
    return true;
}

static void write_all(int socket, const std::string& bytes) {
    for (std::size_t at = 0; at < bytes.size();) {
        const ssize_t n = write(socket, bytes.data() + at, bytes.size() - at);
        if (n <= 0) fail("cannot write");
        at += std::size_t(n);
    }
}

static std::string read_frame(Client& client) {
    int opcode = 0;
    std::string text;
    while (!take(client.in, opcode, text) || opcode != 1) {
        char buffer[65536];
        const ssize_t n = read(client.socket, buffer, sizeof buffer);
        if (n <= 0) fail("the server closed a connection");
        client.in.append(buffer, std::size_t(n));
    }
    return text;
}

static void open_socket(Client& client, int port, const std::string& path) {
    client.socket = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(std::uint16_t(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(client.socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) fail("cannot connect");
    const int on = 1;
    setsockopt(client.socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    write_all(client.socket, "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                                 "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    while (client.in.find("\r\n\r\n") == std::string::npos) {
        char buffer[4096];
        const ssize_t n = read(client.socket, buffer, sizeof buffer);
        if (n <= 0) fail("no handshake");
        client.in.append(buffer, std::size_t(n));
    }
    if (client.in.rfind("HTTP/1.1 101", 0) != 0) fail(client.in.substr(0, 60).c_str());
    client.in.erase(0, client.in.find("\r\n\r\n") + 4);
}

static void begin_game(Client& client) {
    write_all(client.socket, frame(R"({"t":"hello","tab":"load"})"));
    read_frame(client);
    write_all(client.socket, frame(R"({"t":"new","n":0,"rules":"modern expert"})"));
    const std::string board = read_frame(client);
    const std::size_t at = board.find("\"game\":\"");
    if (at == std::string::npos) fail(board.substr(0, 200).c_str());
    client.game = board.substr(at + 8, board.find('"', at + 8) - at - 8);
    write_all(client.socket, frame(R"({"t":"play","game":")" + client.game + R"(","n":1,"kind":"open","cell":0})"));
    read_frame(client);
}

static std::string field_of(const std::string& text, const std::string& name) {
    const std::size_t at = text.find("\"" + name + "\":\"");
    if (at == std::string::npos) fail(text.substr(0, 200).c_str());
    const std::size_t begin = at + name.size() + 4;
    return text.substr(begin, text.find('"', begin) - begin);
}

static std::string read_until(Client& client, const char* kind) {
    for (;;) {
        const std::string text = read_frame(client);
        if (text.rfind(kind, 0) == 0) return text;
        if (text.rfind("{\"t\":\"refused\"", 0) == 0) fail(text.substr(0, 200).c_str());
    }
}

// Seats four people in a room, and waits until they may play.
static void begin_room(Client* people) {
    std::string party;
    for (std::size_t i = 0; i < PEOPLE; ++i) {
        Client& client = people[i];
        client.tab = "t" + std::to_string(i);
        write_all(client.socket, frame(R"({"t":"hello","tab":")" + client.tab + "\"}"));
        read_until(client, "{\"t\":\"welcome\"");
        if (i == 0) write_all(client.socket, frame(R"({"t":"host","n":0,"terms":{"rules":"modern expert"}})"));
        else write_all(client.socket, frame(R"({"t":"join","n":0,"party":")" + party + "\"}"));
        party = field_of(read_until(client, "{\"t\":\"entered\""), "party");
    }
    for (std::size_t i = 0; i < PEOPLE; ++i) write_all(people[i].socket, frame(R"({"t":"ready","n":0})"));
    for (std::size_t i = 0; i < PEOPLE; ++i) {
        for (bool has_begun = false; people[i].game.empty() || !has_begun;) {
            const std::string text = read_frame(people[i]);
            if (text.rfind("{\"t\":\"board\"", 0) == 0) people[i].game = field_of(text, "game");
            if (text.rfind("{\"t\":\"party\"", 0) == 0)
                has_begun = text.find("\"stage\":\"playing\"") != std::string::npos &&
                            text.find("\"starts_in\"") == std::string::npos;
        }
    }
    const std::string open = R"({"t":"play","game":")" + people[0].game + R"(","n":1,"kind":"open","cell":0})";
    write_all(people[0].socket, frame(open));
    for (std::size_t i = 0; i < PEOPLE; ++i) read_until(people[i], "{\"t\":\"delta\"");
}

static std::string next_message(Client& client, bool plays, bool opens, Time due) {
    char text[200];
    const int n = ++client.sent;
    const int cell = n / 2 * 7 % 480;
    const char* kind = opens && (n + client.phase) % MARKS == 0 ? "open" : n % 2 ? "flag" : "clear";
    client.due_of[(n + 1) % REMEMBERED] = due;
    std::snprintf(text, sizeof text, R"({"t":"play","game":"%s","n":%d,"kind":"%s","cell":%d%s%s%s})",
                  plays ? client.game.c_str() : "0123456789abcdef", n + 1, kind, cell,
                  plays || client.tab.empty() ? "" : ",\"tab\":\"", plays ? "" : client.tab.c_str(),
                  plays || client.tab.empty() ? "" : "\"");
    return frame(text);
}

static bool starts_with(const std::string& text, const char* kind) { return text.rfind(kind, 0) == 0; }

// Asks for the next game when one is over, and takes it when it comes; returns whether it can be played.
static bool goes_on(Client& client, const std::string& text) {
    if (starts_with(text, "{\"t\":\"over\"")) {
        client.due.push_back(Clock::now());
        client.before.push_back({});
        char message[80];
        std::snprintf(message, sizeof message, R"({"t":"new","n":%d,"rules":"modern expert"})", ++client.sent + 1);
        write_all(client.socket, frame(message));
    } else if (starts_with(text, "{\"t\":\"board\"")) {
        client.game = field_of(text, "game");
        return true;
    }
    return false;
}

// Returns whose message in a room a text is, and its number.
static std::pair<std::size_t, int> sender_of(const std::string& text) {
    const std::size_t tab = text.rfind("\"tab\":\"t"), n = text.rfind("\"n\":");
    if (tab == std::string::npos || n == std::string::npos) fail(text.substr(0, 200).c_str());
    return {std::size_t(text[tab + 8] - '0'), std::atoi(text.c_str() + n + 4)};
}

static std::vector<int> numbers(const char* text) {
    std::vector<int> found{std::atoi(text)};
    for (; *text; ++text)
        if (*text == ',' || *text == '+') found.push_back(std::atoi(text + 1));
    return found;
}

int main(int argc, char** argv) {
    if (argc != 8) fail("usage: load PORTS PATH MODE CONNECTIONS SECONDS RATE PROCESS");
    clockid_t processor{};
    const bool has_processor = clock_getcpuclockid(std::atoi(argv[7]), &processor) == 0;
    const std::vector<int> ports = numbers(argv[1]);
    const std::size_t together = std::strchr(argv[1], '+') ? 1 : PEOPLE;
    const std::string path = argv[2], mode = argv[3];
    const int count = std::atoi(argv[4]);
    const double seconds = std::atof(argv[5]), rate = std::atof(argv[6]);
    const bool plays = mode != "echo" && mode != "fan", shares = mode == "rooms" || mode == "fan";
    const bool opens = mode == "games";
    std::vector<Client> clients(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < clients.size(); ++i) {
        clients[i].phase = int(i % MARKS);
        open_socket(clients[i], ports[i / together % ports.size()], path);
        if (plays && !shares) begin_game(clients[i]);
        if (mode == "fan") clients[i].tab = "t" + std::to_string(i % PEOPLE);
        if (mode == "rooms" && i % PEOPLE == PEOPLE - 1) begin_room(&clients[i - (PEOPLE - 1)]);
    }
    std::printf("{\"ready\":%d}\n", count);
    std::fflush(stdout);
    if (mode == "idle") {
        while (std::getchar() != EOF) {
        }
        return 0;
    }
    const int poll = epoll_create1(0);
    for (std::size_t i = 0; i < clients.size(); ++i) {
        fcntl(clients[i].socket, F_SETFL, O_NONBLOCK);
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u64 = i;
        epoll_ctl(poll, EPOLL_CTL_ADD, clients[i].socket, &event);
    }
    std::vector<double> latencies, arrivals, games, worked, overtaken;
    Progress progress;
    const auto note_processor = [&] {
        timespec used{};
        if (has_processor && clock_gettime(processor, &used) == 0) progress.seconds = used.tv_sec + used.tv_nsec * 1e-9;
    };
    const double warm_up = 1.0;
    const Time start = Clock::now();
    const auto since = [&](Time then) { return std::chrono::duration<double>(then - start).count(); };
    const auto send_one = [&](Client& client, Time due) {
        client.due.push_back(due);
        client.before.push_back(progress);
        const std::string bytes = next_message(client, plays, opens, due);
        if (write(client.socket, bytes.data(), bytes.size()) != ssize_t(bytes.size())) fail("a write was cut short");
    };
    if (rate == 0)
        for (Client& client : clients) send_one(client, Clock::now());
    std::uint64_t sent = 0, answered = 0, other = 0;
    std::size_t turn = 0;
    std::vector<epoll_event> events(256);
    while (since(Clock::now()) < seconds + warm_up) {
        if (rate > 0) {
            const auto owed = std::uint64_t(since(Clock::now()) * rate);
            for (; sent < owed; ++sent) {
                const Time due = start + std::chrono::nanoseconds(std::int64_t(double(sent) / rate * 1e9));
                send_one(clients[turn++ % clients.size()], due);
            }
        }
        const int ready = epoll_wait(poll, events.data(), int(events.size()), rate > 0 ? 1 : 100);
        note_processor();
        for (int e = 0; e < ready; ++e) {
            const std::size_t number = events[std::size_t(e)].data.u64;
            Client& client = clients[number];
            char buffer[65536];
            const ssize_t n = read(client.socket, buffer, sizeof buffer);
            if (n == 0) fail("the server closed a connection");
            if (n < 0) continue;
            client.in.append(buffer, std::size_t(n));
            int opcode = 0;
            std::string text;
            while (take(client.in, opcode, text)) {
                if (opcode != 1) continue;
                if (shares && text.rfind(plays ? "{\"t\":\"delta\"" : "{", 0) == 0) {
                    const auto [who, n] = sender_of(text);
                    const Time due = clients[number - number % PEOPLE + who].due_of[n % REMEMBERED];
                    if (since(due) >= warm_up)
                        arrivals.push_back(std::chrono::duration<double>(Clock::now() - due).count());
                    if (who != number % PEOPLE) continue;
                } else if (shares) {
                    continue;
                }
                if (opens && goes_on(client, text)) {
                    const Time now = Clock::now();
                    if (since(client.due.front()) >= warm_up)
                        games.push_back(std::chrono::duration<double>(now - client.due.front()).count());
                    client.due.pop_front();
                    client.before.pop_front();
                    send_one(client, now);
                }
                if (opens && !starts_with(text, "{\"t\":\"delta\"")) continue;
                if (client.due.empty() || (plays && text.rfind("{\"t\":\"delta\"", 0) != 0)) {
                    if (other++ == 0) std::fprintf(stderr, "load: %s\n", text.substr(0, 200).c_str());
                    continue;
                }
                const Time now = Clock::now();
                if (since(client.due.front()) >= warm_up) {
                    latencies.push_back(std::chrono::duration<double>(now - client.due.front()).count());
                    worked.push_back(progress.seconds - client.before.front().seconds);
                    overtaken.push_back(double(progress.answers - client.before.front().answers) / 1000);
                    ++answered;
                }
                client.due.pop_front();
                client.before.pop_front();
                ++progress.answers;
                const bool is_over = opens && text.find("\"status\":\"playing\"") == std::string::npos &&
                                     text.find("\"status\":\"ready\"") == std::string::npos;
                if (rate == 0 && !is_over) send_one(client, now);
            }
        }
    }
    std::sort(latencies.begin(), latencies.end());
    std::sort(arrivals.begin(), arrivals.end());
    std::sort(games.begin(), games.end());
    std::sort(worked.begin(), worked.end());
    std::sort(overtaken.begin(), overtaken.end());
    std::vector<int> sent_by;
    for (const Client& client : clients) sent_by.push_back(client.sent);
    std::sort(sent_by.begin(), sent_by.end());
    const auto at = [](const std::vector<double>& times, double share) {
        return times.empty() ? 0.0 : 1000 * times[std::size_t(share * double(times.size() - 1))];
    };
    std::printf(
        "{\"answered\":%llu,\"per_second\":%.0f,\"p50_ms\":%.2f,\"p99_ms\":%.2f,\"worst_ms\":%.2f,\"other\":%llu,"
        "\"arrived_per_second\":%.0f,\"arrived_p50_ms\":%.2f,\"arrived_p99_ms\":%.2f,"
        "\"games_per_second\":%.0f,\"game_p50_ms\":%.2f,\"game_p99_ms\":%.2f,\"game_worst_ms\":%.2f,"
        "\"worked_p50_ms\":%.2f,\"worked_p99_ms\":%.2f,\"overtaken_p50\":%.0f,\"overtaken_p99\":%.0f,"
        "\"least_sent\":%d,\"middle_sent\":%d}\n",
        static_cast<unsigned long long>(answered), double(answered) / seconds, at(latencies, 0.5), at(latencies, 0.99),
        at(latencies, 1), static_cast<unsigned long long>(other), double(arrivals.size()) / seconds, at(arrivals, 0.5),
        at(arrivals, 0.99), double(games.size()) / seconds, at(games, 0.5), at(games, 0.99), at(games, 1),
        at(worked, 0.5), at(worked, 0.99), at(overtaken, 0.5), at(overtaken, 0.99), sent_by.front(),
        sent_by[sent_by.size() / 2]);
}
