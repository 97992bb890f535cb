/** The cookies of a browser. */
export class CookieJar extends Map<string, string> {
  /** Applies the `Set-Cookie` lines of a response; an expired cookie is deleted. */
  keep(lines: readonly string[] | undefined): this {
    for (const line of lines ?? []) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      if (/; Max-Age=0\b/i.test(line)) this.delete(name);
      else this.set(name, value);
    }
    return this;
  }

  copy(): CookieJar {
    return new CookieJar(this);
  }

  get header(): string {
    return [...this].map(([name, value]) => `${name}=${value}`).join("; ");
  }
}
