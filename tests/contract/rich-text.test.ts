import { expect, test } from "vitest";
import { isBlankHtml } from "#contract/rules/rich-text.ts";

test.each([
  "",
  "  \n",
  "<p></p>",
  "<p><br></p>",
  "<p>&nbsp;</p>",
  "<p>&#160;\u00a0&#xA0;</p>",
  "<ul><li><p> </p></li></ul>",
  "<p>\u200b</p>",
])("%j contains no visible text", (html) => {
  expect(isBlankHtml(html)).toBe(true);
});

test.each(["<p>a</p>", "a", "<p>&nbsp;.</p>", "<p>&lt;</p>"])("%j contains visible text", (html) => {
  expect(isBlankHtml(html)).toBe(false);
});
