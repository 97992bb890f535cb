/** Rich text: the editor with scripts, a plain field with the HTML without them. */
import { expect, type Locator, type Page } from "@playwright/test";
import { hasScripts } from "./test.ts";

export function editorOf(page: Page | Locator): Locator {
  return page.getByRole("textbox", { name: "Description", exact: true });
}

const toolbarOf = (page: Page) => page.getByRole("toolbar", { name: "Formatting" });

/** Replaces the text. */
export async function writes(page: Page, text: string): Promise<void> {
  const editor = editorOf(page);
  if (!hasScripts()) return editor.fill(text);
  await expect(toolbarOf(page)).toBeVisible();
  await editor.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  if (text !== "") await page.keyboard.type(text);
}

/** Pastes HTML at the end, as other programs such as Word put it on the clipboard. */
export async function pastes(page: Page, html: string): Promise<void> {
  await expect(toolbarOf(page)).toBeVisible();
  await editorOf(page).click();
  await page.keyboard.press("Control+End");
  await editorOf(page).evaluate((editor, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", copied);
    clipboardData.setData("text/plain", "The formatting was lost.");
    editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}

export async function presses(page: Page, tool: string): Promise<void> {
  await toolbarOf(page).getByRole("button", { name: tool, exact: true }).click();
}

/** Returns the HTML shown in view mode. */
export async function shownHtml(page: Page): Promise<string> {
  const shown = page.locator(".rich:not([contenteditable])");
  await expect(shown).toBeVisible();
  return shown.innerHTML();
}
