/** The address without slashes at its end. A pattern for them takes quadratic time where there are many. */
export function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === "/") end--;
  return url.slice(0, end);
}
