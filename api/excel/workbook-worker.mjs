// Writes workbooks in a separate thread, one after the other, because making cells and XML would block the event loop
// of the API for hundreds of milliseconds. It starts when it receives a layout, asks for "more" rows when it has room
// for them, sends bytes one chunk at a time, each after the previous one was "taken", and finishes with "done".
import { Writable } from "node:stream";
import { parentPort } from "node:worker_threads";
// Only the writer: the whole library takes twice as long to load.
import WorkbookWriter from "exceljs/lib/stream/xlsx/workbook-writer.js";

let rowsCame;
let bytesTaken;
parentPort.on("message", (message) => {
  if (message === "taken") bytesTaken();
  else if (message?.layout) void writeBook(message.layout);
  else rowsCame(message);
});

/** Returns the next batch of rows, or null after the last. */
function more() {
  const rows = new Promise((resolve) => {
    rowsCame = resolve;
  });
  parentPort.postMessage("more");
  return rows;
}

function send(chunks, taken) {
  const bytes = new Uint8Array(Buffer.concat(chunks));
  bytesTaken = taken;
  parentPort.postMessage(bytes, [bytes.buffer]);
}

const outlet = () =>
  new Writable({
    highWaterMark: 256 * 1024,
    write: (chunk, _, taken) => send([chunk], taken),
    writev: (pieces, taken) =>
      send(
        pieces.map(({ chunk }) => chunk),
        taken,
      ),
    final(done) {
      parentPort.postMessage("done");
      done();
    },
  });

function headed(book, { name, columns }) {
  const sheet = book.addWorksheet(name, { views: [{ state: "frozen", ySplit: 1 }] });
  sheet.columns = columns.map(({ title, width, isHidden, format }) => ({
    header: title,
    width,
    hidden: isHidden,
    style: format ? { numFmt: format } : {},
  }));
  const heading = sheet.getRow(1);
  heading.font = { bold: true };
  columns.forEach(({ note }, i) => {
    if (note) heading.getCell(i + 1).note = note;
  });
  heading.commit();
  return sheet;
}

/**
 * Text with character references is written as rich text, because readers of the same library would decode `&amp;` in
 * plain text.
 */
const asWritten = (cell) => (typeof cell === "string" && /&[a-z]*;/.test(cell) ? { richText: [{ text: cell }] } : cell);

const [day, moment] = [{ numFmt: "dd mmm yyyy" }, { numFmt: "dd mmm yyyy hh:mm:ss" }];

/** Without a format, readers would take a date for a number. */
function styleOf(cell, own) {
  if (!(cell instanceof Date) || own.numFmt) return own;
  return cell.getTime() % 86_400_000 === 0 ? day : moment;
}

/** All cells of a column share its style object: the library would search for a separate one for each cell. */
function write(sheet, cells) {
  const row = sheet.addRow(cells.map(asWritten));
  cells.forEach((cell, i) => {
    if (cell !== undefined) row.getCell(i + 1).style = styleOf(cell, sheet.columns[i].style);
  });
  row.commit();
}

/**
 * Adds a hidden worksheet with a column for each list that is too long for a validation rule. Returns the reference of
 * each list.
 */
function longLists(book, { columns }) {
  const long = columns.flatMap(({ list }) => (list && !list.inline ? [list] : []));
  if (long.length === 0) return new Map();
  const sheet = book.addWorksheet("Choices", { state: "hidden" });
  const rows = Math.max(...long.map(({ values }) => values.length));
  for (let i = 0; i < rows; i++) sheet.addRow(long.map(({ values }) => asWritten(values[i]))).commit();
  const names = long.map((list, i) => {
    const { letter } = sheet.getColumn(i + 1);
    return [list, `Choices!$${letter}$1:$${letter}$${list.values.length}`];
  });
  sheet.commit();
  return new Map(names);
}

/** Adds the validation rules, only if there are rows: readers create a rule for every cell of its range. */
function addLists(sheet, { columns }, lastRow, names) {
  if (lastRow === 1) return;
  columns.forEach(({ list }, i) => {
    if (!list) return;
    const { letter } = sheet.getColumn(i + 1);
    const formulae = [list.inline ?? names.get(list)];
    sheet.dataValidations.add(`${letter}2:${letter}${lastRow}`, {
      type: "list",
      allowBlank: true,
      formulae,
      showErrorMessage: list.isClosed,
    });
  });
}

/** Resolves when the zip stream has taken what was written: the writer itself reports no back pressure. */
function zipped(sheet) {
  const [zip] = sheet.stream.pipes;
  return new Promise((resolve) => zip.write("", resolve));
}

async function writeBook(layout) {
  const book = new WorkbookWriter({
    stream: outlet(),
    useStyles: true,
    creator: "Countinghouse",
    lastModifiedBy: "Countinghouse",
    zip: { zlib: { level: 4 } },
  });
  const sheet = headed(book, layout);
  let count = 1;
  let next = more();
  for (let rows = await next; rows; rows = await next) {
    next = more();
    for (const cells of rows) write(sheet, cells);
    count += rows.length;
    await zipped(sheet);
  }
  addLists(sheet, layout, count, longLists(book, layout));
  await book.commit();
}
