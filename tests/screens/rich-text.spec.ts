import { aSupplier, type TestSupplier } from "#tests/support/browser/api.ts";
import { button, card, edit, seesToast, visit } from "#tests/support/browser/page.ts";
import { editorOf, pastes, presses, shownHtml, writes } from "#tests/support/browser/rich-text.ts";
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

/** As Word for Windows copies it; shortened by its style sheet. */
const fromWord = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {margin:0cm; font-size:11.0pt;} --></style></head>
<body lang=EN-AU style='tab-interval:36.0pt;word-wrap:break-word'>
<!--StartFragment-->
<h1>Glass <i>bowl</i><o:p></o:p></h1>
<p class=MsoNormal>Blown by hand,<br>
one by one.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>First
<b>item</b><o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span
style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>Part of it<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Wingdings'><span style='mso-list:Ignore'>§<span
style='font:7.0pt "Times New Roman"'>&nbsp; </span></span></span><![endif]>Second item<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span
style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Rinse<o:p></o:p></p>
<p class=MsoListParagraph>2.&nbsp;&nbsp; Dry<o:p></o:p></p>
<p class=MsoListParagraph>Do not rub.<o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse'>
 <tr style='mso-yfti-irow:0'>
  <td width=300 valign=top><p class=MsoNormal>Size<o:p></o:p></p></td>
  <td width=300 valign=top><p class=MsoNormal><b>10 cm</b><o:p></o:p></p><p class=MsoNormal>wide</p></td>
 </tr>
 <tr><td><p class=MsoNormal>Weight<o:p></o:p></p></td><td><p class=MsoNormal>1 kg<o:p></o:p></p></td></tr>
</table>
<!--EndFragment-->
</body></html>`;

test("text pasted from Word keeps its lists, headings and rows of tables", { tag: "@javascript" }, async ({ page }) => {
  await writes(page, "");
  await pastes(page, fromWord);
  await button(card(page, "General"), "Save").click();
  await seesToast(page, "Supplier updated successfully.");
  expect(await shownHtml(page)).toBe(
    [
      "<p><strong>Glass <em>bowl</em></strong></p>",
      "<p>Blown by hand,<br>one by one.</p>",
      "<ul><li><p>First <strong>item</strong></p><ul><li><p>Part of it</p></li></ul></li><li><p>Second item</p></li></ul>",
      "<ol><li><p>Rinse</p></li><li><p>Dry</p></li></ol>",
      "<p>Do not rub.</p>",
      "<p>Size | <strong>10 cm</strong> wide</p>",
      "<p>Weight | 1 kg</p>",
    ].join(""),
  );
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
