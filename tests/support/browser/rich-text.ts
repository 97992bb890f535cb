/** Formatted text: the editor where scripts run, the HTML itself in a plain field where they don't. */
import { expect, type Locator, type Page } from "@playwright/test";
import { hasScripts } from "./test.ts";

export function editorOf(page: Page | Locator): Locator {
  return page.getByRole("textbox", { name: "Description", exact: true });
}

const toolbarOf = (page: Page) => page.getByRole("toolbar", { name: "Formatting" });

/** Puts the text in place of what is there. */
export async function writes(page: Page, text: string): Promise<void> {
  const editor = editorOf(page);
  if (!hasScripts()) return editor.fill(text);
  await expect(toolbarOf(page)).toBeVisible();
  await editor.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  if (text !== "") await page.keyboard.type(text);
}

/** Pastes HTML as the clipboard has it, such as from Word, at the end of what is there. */
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

/** The HTML that is shown in the read view. */
export async function shownHtml(page: Page): Promise<string> {
  const shown = page.locator(".rich:not([contenteditable])");
  await expect(shown).toBeVisible();
  return shown.innerHTML();
}
