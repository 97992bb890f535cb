interface Sized {
  content: Buffer;
}

/** A cache of expensive results with a size limit in bytes; evicts the least recently used. */
export class Recent<T extends Sized> {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, T>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): T | undefined {
    const found = this.#entries.get(key);
    if (found) {
      // Inserting again makes it the most recently used, because a Map keeps the order of insertion.
      this.#entries.delete(key);
      this.#entries.set(key, found);
    }
    return found;
  }

  put(key: string, value: T): void {
    if (value.content.length > this.#maxBytes) return;
    this.#forget(key);
    this.#entries.set(key, value);
    this.#bytes += value.content.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.content.length ?? 0;
    this.#entries.delete(key);
  }
}
