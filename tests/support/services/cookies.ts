/** The cookies of a browser: what `Set-Cookie` lines leave behind. */
export class CookieJar extends Map<string, string> {
  /** Takes in what an answer set; a line that is over at once takes its cookie away. */
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
