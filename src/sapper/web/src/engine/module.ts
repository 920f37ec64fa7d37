// The kernel as a module of WebAssembly: loading it, and calls that pass bytes in and take words and numbers back.
//
// The other half of this border is `kernel/wasm`. The module has one thread and no clock; what calls it for long runs
// in a worker, which can be ended.

/** The result of a call: a copy that later calls do not change. */
export interface Answer {
  words: Uint32Array;
  numbers: Float64Array;
}

/** A call that the kernel refuses: an argument is out of range. */
export class KernelError extends Error {}

type Exported = (...values: number[]) => number;

export class KernelModule {
  _exports: Record<string, Exported>;
  _memory: WebAssembly.Memory;
  /** Called when the module was stopped in the middle of something: what it holds is of no more use. */
  onTrap: (error: unknown) => void = () => {};

  constructor(instance: WebAssembly.Instance) {
    this._exports = instance.exports as unknown as Record<string, Exported>;
    this._memory = instance.exports.memory as WebAssembly.Memory;
    this._exports._initialize?.();
  }

  /** Call a function that takes numbers and, before them, bytes; throw where it refuses them. */
  call(name: string, values: readonly number[], ...bytes: readonly Uint8Array[]): Answer {
    this._write(bytes);
    const at = this._run(name, values);
    if (!at) throw new KernelError(`the kernel cannot do ${name} of ${values.join(", ")}`);
    const [words, wordCount, numbers, numberCount] = new Uint32Array(this._memory.buffer, at, 4);
    return {
      words: new Uint32Array(this._memory.buffer, words, wordCount).slice(),
      numbers: new Float64Array(this._memory.buffer, numbers, numberCount).slice(),
    };
  }

  /** Make an object of the kernel, and return its handle. */
  make(name: string, values: readonly number[]): number {
    const handle = this._run(name, values);
    if (!handle) throw new KernelError(`the kernel cannot do ${name} of ${values.join(", ")}`);
    return handle;
  }

  /** Free an object that `make` returned. */
  free(name: string, handle: number): void {
    this._run(name, [handle]);
  }

  _run(name: string, values: readonly number[]): number {
    try {
      return this._exports[name](...values);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) this.onTrap(error);
      throw error;
    }
  }

  _write(bytes: readonly Uint8Array[]) {
    if (!bytes.length) return;
    const size = bytes.reduce((sum, { length }) => sum + length, 0);
    let at = this._run("input", [size]);
    for (const part of bytes) {
      new Uint8Array(this._memory.buffer, at, part.length).set(part);
      at += part.length;
    }
  }
}

/** The C library is linked with calls to a system that the kernel never makes. */
const SYSTEM = new Proxy({}, { get: () => () => 52 /* not supported */ });

/** Start the kernel from its bytes, or from where they are. */
export async function startModule(source: BufferSource | URL | string): Promise<KernelModule> {
  const imports = { wasi_snapshot_preview1: SYSTEM };
  const bytes = typeof source === "string" || source instanceof URL ? await read(source) : source;
  const { instance } = await WebAssembly.instantiate(bytes, imports as unknown as WebAssembly.Imports);
  return new KernelModule(instance);
}

async function read(source: URL | string): Promise<ArrayBuffer> {
  const answer = await fetch(source);
  if (!answer.ok) throw new Error(`the kernel cannot be loaded: ${answer.status}`);
  return answer.arrayBuffer();
}

/** The first `count` bytes of the words from an index on. */
export function bytesOf({ words }: Answer, from: number, count: number): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset + 4 * from, count).slice();
}
