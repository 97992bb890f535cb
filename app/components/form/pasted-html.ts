/**
 * Prepares pasted HTML for the editor, which has lists, but neither headings nor tables. Word writes a list as
 * paragraphs whose bullets and numbers are text.
 */

/** Returns the HTML with Word's list paragraphs as lists, table rows as lines, and headings as bold paragraphs. */
export function pastedHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  replaceListParagraphs(body);
  // A table within a cell comes before the one around it.
  for (const table of [...body.querySelectorAll("table")].reverse())
    table.replaceWith(...[...table.rows].flatMap(lineOf));
  for (const heading of body.querySelectorAll("h1, h2, h3, h4, h5, h6"))
    heading.replaceWith(element("p", element("strong", ...heading.childNodes)));
  return body.innerHTML;
}

function element(tag: string, ...content: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  made.append(...content);
  return made;
}

function replaceListParagraphs(body: HTMLElement): void {
  /** The lists that the next paragraph may continue, outermost first. */
  let open: { list: HTMLElement; level: number }[] = [];
  for (const paragraph of body.querySelectorAll("p")) {
    const item = listItemOf(paragraph);
    if (!item) continue;
    if (paragraph.previousElementSibling !== open[0]?.list) open = [];
    open = open.filter(
      ({ list, level }) => level < item.level || (level === item.level && list.localName === item.tag),
    );
    let current = open.at(-1);
    if (current?.level !== item.level) {
      const list = element(item.tag);
      if (current) current.list.lastElementChild?.append(list);
      else paragraph.before(list);
      current = { list, level: item.level };
      open.push(current);
    }
    current.list.append(element("li", ...paragraph.childNodes));
    paragraph.remove();
  }
}

const number = /^\(?(?:\d{1,3}|[A-Za-z]|[ivx]{1,5})[.)]/;
/** A bullet or number that is written as ordinary text. */
const writtenMarker = /^\s*(?:[·•§▪o–-]|\(?(?:\d{1,3}|[A-Za-z]|[ivx]{1,5})[.)])\s+/;

/** Returns the kind and level of the list that a paragraph of Word belongs to, and removes the bullet or number. */
function listItemOf(paragraph: HTMLElement): { level: number; tag: "ol" | "ul" } | undefined {
  const list = styleOf(paragraph)
    .split(";")
    .find((declaration) => declaration.trim().startsWith("mso-list:"));
  const level = /\blevel(\d)/.exec(list ?? "")?.[1];
  if (level === undefined && !paragraph.className.startsWith("MsoListParagraph")) return undefined;
  const marker = [...paragraph.querySelectorAll("span")].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)));
  const text = marker?.textContent ?? writtenMarker.exec(paragraph.textContent ?? "")?.[0];
  // A further paragraph of an item has no marker.
  if (text === undefined) return undefined;
  if (marker) marker.remove();
  else removeStart(paragraph, text.length);
  return { level: Number(level ?? 1), tag: number.test(text.trim()) ? "ol" : "ul" };
}

/** As it is written: the browser drops properties that it does not know. */
const styleOf = (it: Element) => it.getAttribute("style") ?? "";

function removeStart(paragraph: HTMLElement, length: number): void {
  const texts = document.createNodeIterator(paragraph, NodeFilter.SHOW_TEXT);
  for (let left = length; left > 0; ) {
    const text = texts.nextNode() as Text | null;
    if (!text) return;
    const count = Math.min(left, text.length);
    text.deleteData(0, count);
    left -= count;
  }
}

/** Returns a row's cells as a paragraph; nothing for an empty row. */
function lineOf({ cells }: HTMLTableRowElement): HTMLElement[] {
  if (![...cells].some(({ textContent }) => textContent?.trim())) return [];
  return [element("p", ...[...cells].flatMap((cell, i) => [...(i > 0 ? [" | "] : []), ...inlineContent(cell)]))];
}

const blocks = "p, div, ul, ol, li, br, h1, h2, h3, h4, h5, h6";

/** Returns the content of a cell without paragraphs and line breaks. */
function inlineContent(cell: HTMLTableCellElement): ChildNode[] {
  for (const block of [...cell.querySelectorAll(blocks)].reverse()) block.replaceWith(...block.childNodes, " ");
  return [...cell.childNodes];
}
