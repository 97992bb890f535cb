/** A request that is refused before anything looks at what it asks for. */
export class BadRequest extends Error {
  constructor(
    readonly status: 400 | 403 | 413 | 429,
    message: string,
  ) {
    super(message);
    this.name = "BadRequest";
  }
}
