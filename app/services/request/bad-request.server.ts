/** A request that is rejected before it is processed. */
export class BadRequest extends Error {
  constructor(
    readonly status: 400 | 403 | 413 | 429,
    message: string,
  ) {
    super(message);
    this.name = "BadRequest";
  }
}
