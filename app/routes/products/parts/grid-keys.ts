/** Keys, paste and fill-down of the grid. Loaded when a cell first gets the focus. */

type Cell = HTMLInputElement | HTMLSelectElement;

let isListening = false;
let last: Cell | undefined;

/** Listens for the whole page, once, to whatever grid is shown. */
export function listenForKeys(): void {
  if (isListening) return;
  isListening = true;
  last = cellOf(document.activeElement);
  document.addEventListener("focusin", ({ target }) => {
    last = cellOf(target) ?? last;
  });
  document.addEventListener("keydown", onKey);
  document.addEventListener("paste", onPaste);
}

const grid = () => document.querySelector<HTMLElement>("[data-grid]");
const rows = () => [...(grid()?.querySelectorAll<HTMLTableRowElement>("tbody tr") ?? [])];
const controlIn = (place: Element | undefined) =>
  place?.querySelector<Cell>("input:not([type=hidden]), select") ?? undefined;

function cellOf(target: EventTarget | null): Cell | undefined {
  const isCell = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  return isCell && target.closest("[data-grid] td") && !target.name.endsWith(".SkuIsShared") ? target : undefined;
}

function placeOf(cell: Cell): { row: number; column: number } {
  return { row: rows().findIndex((row) => row.contains(cell)), column: cell.closest("td")?.cellIndex ?? -1 };
}

const at = (row: number, column: number) => controlIn(rows()[row]?.cells[column]);

function onKey(event: KeyboardEvent): void {
  const cell = cellOf(event.target);
  if (!cell || event.isComposing || event.altKey) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "d") {
    event.preventDefault();
    copyFromAbove(cell);
    return;
  }
  if (event.ctrlKey || event.metaKey) return;
  const step = stepOf(event, cell);
  if (!step) return;
  const [down, right] = step;
  const { row, column } = placeOf(cell);
  let next: Cell | undefined;
  // Passes cells that a row does not have.
  for (let i = 1; !next && i < 200; i++) {
    const [y, x] = [row + i * down, column + i * right];
    if (!rows()[y] || x < 0 || x > 50) break;
    next = at(y, x);
  }
  // Enter would save: it only does in the last row, as in any form.
  if (!next && event.key === "Enter" && !event.shiftKey) return;
  event.preventDefault();
  next?.focus();
  if (next instanceof HTMLInputElement && next.type === "text") next.select();
}

function stepOf({ key, shiftKey }: KeyboardEvent, cell: Cell): [down: number, right: number] | undefined {
  if (key === "Enter") return [shiftKey ? -1 : 1, 0];
  // A select's arrows choose its option, and Shift selects text.
  if (cell instanceof HTMLSelectElement || shiftKey) return undefined;
  // The suggestions of a list are chosen with the arrows, too.
  if (key === "ArrowDown" || key === "ArrowUp")
    return cell.getAttribute("list") && cell.value === "" ? undefined : [key === "ArrowDown" ? 1 : -1, 0];
  const isText = cell.type === "text";
  const [start, end] = isText ? [cell.selectionStart ?? 0, cell.selectionEnd ?? 0] : [0, 0];
  const isWhole = isText && start === 0 && end === cell.value.length;
  if (key === "ArrowRight" && (!isText || isWhole || start === cell.value.length)) return [0, 1];
  if (key === "ArrowLeft" && (!isText || isWhole || end === 0)) return [0, -1];
  return undefined;
}

/** Returns false if the cell cannot take the text. */
function write(cell: Cell | undefined, text: string): boolean {
  if (!cell || cell.disabled) return false;
  if (cell instanceof HTMLSelectElement) {
    const wanted = text.trim().toLowerCase();
    const option = [...cell.options].find((each) => each.text.toLowerCase() === wanted);
    if (!option) return false;
    cell.value = option.value;
  } else if (cell.type === "checkbox") {
    const answer = /^(yes|y|true|1|x|active)$/i.test(text.trim());
    if (!answer && !/^(no|n|false|0|inactive|)$/i.test(text.trim())) return false;
    cell.checked = answer;
  } else if (typeInto(cell, text.trim())) return true;
  else cell.value = text.trim();
  cell.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

/** As if it were typed, so that the browser can undo it. Returns false where a browser cannot do that. */
function typeInto(cell: HTMLInputElement, text: string): boolean {
  if (cell.value === text) return true;
  cell.focus({ preventScroll: true });
  cell.select();
  return (
    (text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text)) &&
    cell.value === text
  );
}

function textOf(cell: Cell): string {
  if (cell instanceof HTMLSelectElement) return cell.selectedOptions[0]?.text ?? "";
  return cell.type === "checkbox" ? (cell.checked ? "yes" : "no") : cell.value;
}

function copyFromAbove(cell: Cell): void {
  const { row, column } = placeOf(cell);
  for (let y = row - 1; y >= 0; y--) {
    const above = at(y, column);
    if (!above) continue;
    write(cell, textOf(above));
    return;
  }
}

/** Copies the cell that had the focus last to all rows below it. */
export function fillToEnd(): void {
  if (!last?.isConnected) {
    say("Choose a cell first: it is copied to all rows below it.");
    return;
  }
  const from = last;
  const { row, column } = placeOf(from);
  const below = rows().slice(row + 1);
  const filled = below.filter((_, i) => write(at(row + 1 + i, column), textOf(from))).length;
  say(`Copied to ${filled} ${filled === 1 ? "row" : "rows"}.`);
  from.focus();
}

/**
 * A spreadsheet's text: lines of cells between tabs; a cell with line breaks is in quotes. After a quote that nothing
 * closes, quotes are text.
 */
function cellsIn(text: string): string[][] {
  const lines: string[][] = [[]];
  let isQuoting = true;
  for (let i = 0; i < text.length; ) {
    const end = isQuoting && text[i] === '"' ? endOfQuoted(text, i) : undefined;
    if (end === undefined && text[i] === '"') isQuoting = false;
    const stop = end ?? endOfPlain(text, i);
    const raw = text.slice(i, stop);
    lines.at(-1)?.push(end === undefined ? raw : raw.slice(1, -1).replaceAll('""', '"').replace(/\s+/g, " "));
    const isTab = text[stop] === "\t";
    i = stop + (text.startsWith("\r\n", stop) ? 2 : 1);
    if (isTab && i === text.length) lines.at(-1)?.push("");
    if (!isTab && i < text.length) lines.push([]);
  }
  return lines;
}

const isEnd = (text: string, i: number) => i >= text.length || "\t\r\n".includes(text.charAt(i));

function endOfPlain(text: string, start: number): number {
  let i = start;
  while (!isEnd(text, i)) i++;
  return i;
}

/** Returns the place after the closing quote; undefined if there is none. */
function endOfQuoted(text: string, start: number): number | undefined {
  for (let i = text.indexOf('"', start + 1); i !== -1; i = text.indexOf('"', i + 1)) {
    if (text[i + 1] === '"') i++;
    else if (isEnd(text, i + 1)) return i + 1;
  }
  return undefined;
}

const mostPasted = 200_000;

function onPaste(event: ClipboardEvent): void {
  const cell = cellOf(event.target);
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!cell || !/[\t\n]/.test(text.trimEnd())) return;
  event.preventDefault();
  if (text.length > mostPasted) say("That is too much to paste at once. Nothing was pasted.");
  else paste(cell, cellsIn(text));
}

function paste(cell: Cell, lines: string[][]): void {
  const { row, column } = placeOf(cell);
  const places = rows();
  const left: string[] = [];
  let pasted = 0;
  lines.forEach((line, y) => {
    line.forEach((value, x) => {
      if (write(controlIn(places[row + y]?.cells[column + x]), value)) pasted++;
      else if (value.trim() !== "") left.push(value.trim());
    });
  });
  const beyond = row + lines.length - places.length;
  say(
    `${pasted} ${pasted === 1 ? "cell was" : "cells were"} pasted.` +
      (left[0] ? ` ${left.length} could not be used, the first is “${left[0].slice(0, 40)}”.` : "") +
      (beyond > 0 ? ` The last ${beyond} of the pasted rows ${beyond === 1 ? "has" : "have"} no row here.` : ""),
  );
  cell.focus({ preventScroll: true });
}

function say(text: string): void {
  const status = document.querySelector("[data-grid-status]");
  if (status) status.textContent = text;
}
