// Long work in steps.

/** The end of long work. Between its steps other messages are answered. */
export async function unhurried<Result>(work: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await new Promise((go) => setTimeout(go));
  }
}
