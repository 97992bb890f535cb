/** The page's `<title>`; its prefix is the page's heading. */
export function title(heading: string): [{ title: string }] {
  return [{ title: `${heading} · Countinghouse` }];
}
