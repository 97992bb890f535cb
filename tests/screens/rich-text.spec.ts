import { aSupplier, type TestSupplier } from "#tests/support/browser/api.ts";
import { button, card, edit, seesToast, visit } from "#tests/support/browser/page.ts";
import { editorOf, presses, shownHtml, writes } from "#tests/support/browser/rich-text.ts";
import { expect, test } from "#tests/support/browser/test.ts";

let supplier: TestSupplier;

test.beforeEach(async ({ page }) => {
  supplier = await aSupplier();
  await visit(page, `${supplier.path}?edit=general`);
});

test.describe("the toolbar", { tag: "@javascript" }, () => {
  for (const [tools, html] of [
    [["Bold"], "<p><strong>abc</strong></p>"],
    [["Italic"], "<p><em>abc</em></p>"],
    [["Underline"], "<p><u>abc</u></p>"],
    [["Strike"], "<p><s>abc</s></p>"],
    [["Subscript"], "<p><sub>abc</sub></p>"],
    [["Superscript"], "<p><sup>abc</sup></p>"],
    [["Bulleted list"], "<ul><li><p>abc</p></li></ul>"],
    [["Numbered list"], "<ol><li><p>abc</p></li></ol>"],
    [["Indent more"], '<p style="margin-left:24px">abc</p>'],
    [["Indent more", "Indent more"], '<p style="margin-left:48px">abc</p>'],
    [["Indent more", "Indent less"], "<p>abc</p>"],
    [["Align left"], '<p style="text-align:left">abc</p>'],
    [["Align centre"], '<p style="text-align:center">abc</p>'],
    [["Align right"], '<p style="text-align:right">abc</p>'],
    [["Justify"], '<p style="text-align:justify">abc</p>'],
  ] as const) {
    test(`${tools.join(", then ")} is saved and shown`, async ({ page }) => {
      await writes(page, "abc");
      await page.keyboard.press("Control+A");
      for (const tool of tools) await presses(page, tool);
      await button(card(page, "General"), "Save").click();
      await seesToast(page, "Supplier updated successfully.");
      expect(await shownHtml(page)).toBe(html);
    });
  }

  test("marks active formats and returns the focus to the text", async ({ page }) => {
    await writes(page, "abc");
    const bold = page.getByRole("button", { name: "Bold", exact: true });
    await expect(bold).toHaveAttribute("aria-pressed", "false");
    await presses(page, "Bold");
    await expect(bold).toHaveAttribute("aria-pressed", "true");
    await expect(editorOf(page)).toBeFocused();
  });

  test("preserves existing formatting", async ({ page }) => {
    const formatted = await aSupplier({
      description: '<p style="text-align:center">a <strong>b</strong></p><ol><li><p>c</p></li></ol>',
    });
    await visit(page, formatted.path);
    const shown = await shownHtml(page);
    await edit(page, "General");
    await expect(editorOf(page)).toContainText("a b");
    await button(card(page, "General"), "Save").click();
    await seesToast(page, "Supplier updated successfully.");
    expect(await shownHtml(page)).toBe(shown);
  });
});

test("without scripts the description is edited as HTML, and disallowed markup is removed", {
  tag: "@plain-html",
}, async ({ page }) => {
  await editorOf(page).fill(
    "<h1>Big</h1><p>a <b>bold</b> <a href='http://x.example'>link</a></p><script>alert(1)</script>",
  );
  await button(card(page, "General"), "Save").click();
  await seesToast(page, "Supplier updated successfully.");
  const shown = await shownHtml(page);
  expect(shown).toContain("<p>a <strong>bold</strong> link</p>");
  expect(shown).not.toMatch(/<(h1|a|script)/);
});
