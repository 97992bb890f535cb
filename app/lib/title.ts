/** Returns the page's `<title>`, which starts with its heading. */
export function title(heading: string): [{ title: string }] {
  return [{ title: `${heading} · Countinghouse` }];
}
