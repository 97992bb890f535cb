/** True when nothing to read remains of the HTML once tags, blanks and non-breaking spaces are taken away. */
export function isBlankHtml(html: string): boolean {
  return (
    html
      .replace(/<[^>]*>/g, "")
      .replace(/&nbsp;|&#160;|&#xa0;/gi, " ")
      .replace(/[\s\u00a0\u200b]+/g, "") === ""
  );
}
