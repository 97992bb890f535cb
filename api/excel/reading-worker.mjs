// Reads one worksheet in a separate thread. The workbook is an untrusted zip: its declared sizes are checked before
// anything is unpacked, and the actual sizes while it is. Cells that share a text take a few bytes each in the file,
// but its full length once they are sent on, so characters and cells are counted here. Sends "rows" in batches, each
// after the previous one was taken, then "end"; or "refused" with the reason. If only the header row is requested,
// everything else is unpacked as well, so that a truncated file or one with false sizes is refused at once.
import { parentPort, workerData } from "node:worker_threads";
import { crc32, createInflateRaw } from "node:zlib";
import { SaxesParser } from "saxes";
import { Open } from "unzipper";

const { sheetName, limits, isHeadAlone } = workerData;
const bytes = Buffer.from(workerData.content);

class Refused extends Error {}

const notAWorkbook =
  "This isn't a complete Excel workbook (.xlsx). Please save it again in Excel as .xlsx, then choose it again.";
const tooMuch = "This workbook is too large to read at once. Please split it into several.";
const tooLong = `A cell of this workbook holds more than ${limits.cellCharacters.toLocaleString("en-AU")} characters, which is more than Excel allows. Please shorten it.`;
const refuse = (message) => {
  throw new Refused(message);
};

/** Treats every other error as a damaged workbook. */
const orNoWorkbook = (work) =>
  work.catch((error) => (error instanceof Refused ? Promise.reject(error) : refuse(notAWorkbook)));

/** Returns the zip's files by path, as declared in the directory at its end. */
async function filesOf() {
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) {
    refuse(
      "This is an older kind of workbook, or has a password. Please save it in Excel as .xlsx without a password.",
    );
  }
  const { files } = await orNoWorkbook(Open.buffer(bytes, { tailSize: 65_557 }));
  if (
    files.length > limits.entries ||
    files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > limits.inflatedBytes
  )
    refuse(tooMuch);
  return new Map(files.map((file) => [file.path.replace(/^\//, ""), file]));
}

const [stored, deflated] = [0, 8];
const isEncrypted = ({ flags }) => (flags & 1) !== 0;

function packed({ offsetToLocalFileHeader: at, compressedSize }) {
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  return bytes.subarray(start, start + compressedSize);
}

function inflated(deflated) {
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  inflate.end(deflated);
  return inflate;
}

/**
 * Yields the content of a file. The declared sizes may be false: their sum was checked, and no file may exceed its own.
 */
async function* contentOf(file) {
  if (isEncrypted(file) || ![stored, deflated].includes(file.compressionMethod)) refuse(notAWorkbook);
  let length = 0;
  let sum = 0;
  for await (const piece of file.compressionMethod === stored ? [packed(file)] : inflated(packed(file))) {
    length += piece.length;
    if (length > file.uncompressedSize) refuse(notAWorkbook);
    sum = crc32(piece, sum);
    yield piece;
  }
  if (length < file.uncompressedSize || sum !== file.crc32) refuse(notAWorkbook);
}

async function unpack(file) {
  const unpacking = async () => {
    for await (const _ of contentOf(file));
  };
  if (file) await orNoWorkbook(unpacking());
}

async function* textOf(file) {
  const decoder = new TextDecoder();
  for await (const piece of contentOf(file)) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** Some programs write `x:row` for `row`. */
const plain = (name) => name.slice(name.indexOf(":") + 1);

/** The parser collects a text or an attribute until its end. No valid one is longer than this. */
const longestPart = 1_000_000;

/**
 * Parses a file and reports its tags and texts. The `piece` callback runs after each chunk; it may wait, or return
 * "enough" to stop.
 */
async function parse(file, { open = () => {}, close = () => {}, text = () => {}, piece = () => {} }) {
  const parser = new SaxesParser({ position: false });
  parser.on("error", () => refuse(notAWorkbook));
  parser.on("opentag", ({ name, attributes }) => open(plain(name), attributes));
  parser.on("closetag", ({ name }) => close(plain(name)));
  parser.on("text", text);
  const read = async () => {
    for await (const part of textOf(file)) {
      parser.write(part);
      if (parser.text.length > longestPart) refuse(tooMuch);
      if ((await piece()) === "enough") return;
    }
    parser.close();
  };
  await orNoWorkbook(read());
}

/** Excludes escapes of characters that no text may hold: zero and surrogates. */
const escaped = /_x(?!0000|[Dd][89A-Fa-f])([\dA-Fa-f]{4})_/g;
const unescaped = (text) => text.replace(escaped, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

/** Collects the text in `<t>`, without phonetic guides (`<rPh>`). */
function texts() {
  let within = 0;
  let isText = false;
  let collected = "";
  return {
    open(name) {
      if (name === "rPh") within++;
      isText = name === "t" && within === 0;
    },
    close(name) {
      if (name === "rPh") within--;
      if (name === "t") isText = false;
    },
    text(part) {
      if (!isText) return;
      collected += part;
      if (collected.length > limits.cellCharacters) refuse(tooLong);
    },
    take() {
      const text = unescaped(collected);
      collected = "";
      return text;
    },
  };
}

/** Returns the shared texts. @param most how many of them are needed */
async function sharedTextsOf(file, most = Number.POSITIVE_INFINITY) {
  const shared = [];
  if (!file) return shared;
  const text = texts();
  let characters = 0;
  await parse(file, {
    open: text.open,
    text: text.text,
    piece: () => (shared.length >= most ? "enough" : undefined),
    close(name) {
      text.close(name);
      if (name !== "si") return;
      const taken = text.take();
      characters += taken.length;
      if (characters > limits.characters || shared.length >= limits.cells) refuse(tooMuch);
      shared.push(taken);
    },
  });
  return shared;
}

const dateFormats = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56,
  57, 58,
]);
/**
 * Text in quotes or brackets, or behind a backslash, is literal text or a colour. A quote or bracket that is never closed
 * extends to the end, which keeps the pattern linear.
 */
const literals = /"[^"]*(?:"|$)|\[(?!h+\]|m+\]|s+\])[^\]]*(?:\]|$)|\\./gi;
/** Excel's own limit. */
const longestFormat = 255;
/** Formats that change what a cell means: a date, a percentage, or a number with leading zeros ("00000"). */
const builtInFormat = (id) => (dateFormats.has(id) ? "date" : percentFormats.has(id) ? "percent" : undefined);
const percentFormats = new Set([9, 10]);

function customFormat(code) {
  if (code.length > longestFormat) return undefined;
  const [positive] = code.split(";");
  if (/^0{2,}$/.test(positive)) return positive.length;
  const signs = code.replace(literals, "");
  if (signs.includes("%")) return "percent";
  return /[dmyhs]/i.test(signs) ? "date" : undefined;
}

/** Returns the format of each cell style. */
async function formatsOf(file) {
  const styles = [];
  if (!file) return styles;
  const custom = new Map();
  let isOfCells = false;
  await parse(file, {
    open(name, { numFmtId, formatCode }) {
      const id = Number(numFmtId);
      if (name === "numFmt") custom.set(id, customFormat(formatCode ?? ""));
      if (name === "cellXfs") isOfCells = true;
      if (name === "xf" && isOfCells) styles.push(custom.has(id) ? custom.get(id) : builtInFormat(id));
    },
    close(name) {
      if (name === "cellXfs") isOfCells = false;
    },
  });
  return styles;
}

/** Returns the sheets of the workbook, and whether its dates count from 1904. */
async function bookOf(files) {
  const [book, relations] = [files.get("xl/workbook.xml"), files.get("xl/_rels/workbook.xml.rels")];
  if (!book || !relations) refuse(notAWorkbook);
  const sheets = [];
  let from1904 = false;
  await parse(book, {
    open(name, attributes) {
      if (name === "workbookPr") from1904 = ["1", "true"].includes(attributes.date1904);
      if (name === "sheet")
        sheets.push({
          name: attributes.name ?? "",
          relation: attributes["r:id"] ?? Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1],
        });
    },
  });
  const targets = new Map();
  await parse(relations, {
    open(name, { Id, Target }) {
      if (name === "Relationship") targets.set(Id, Target?.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return { from1904, sheets: sheets.map(({ name, relation }) => ({ name, file: files.get(targets.get(relation)) })) };
}

function sheetOf({ sheets }) {
  const sheet = sheets.find(({ name }) => name.trim().toLowerCase() === sheetName.toLowerCase());
  if (sheet) return sheet.file ?? refuse(notAWorkbook);
  const there = sheets.slice(0, 10).map(({ name }) => `“${name}”`);
  return refuse(`This workbook has no worksheet named “${sheetName}”. It has: ${there.join(", ")}.`);
}

const msInDay = 86_400_000;

/** Excel counts days from the end of 1899, or from 1904. */
function dateOf(days, from1904) {
  const moment = new Date(Math.round((days - 25_569 + (from1904 ? 1_462 : 0)) * msInDay));
  return Number.isNaN(moment.getTime()) ? null : { date: moment.toISOString() };
}

const columnLetters = /^[A-Z]{1,3}/;

/** Returns the column number from 1; undefined if the cell has no reference. */
function columnOf(reference) {
  const [letters] = reference?.match(columnLetters) ?? [];
  return letters && [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}

const mostRows = 1_048_576;
const isNumberOfRow = (reference, last) =>
  /^\d{1,7}$/.test(reference ?? "") && Number(reference) > last && Number(reference) <= mostRows;

/** Builds rows from the tags of a sheet. A shared text is still its index. */
function sheetReader(onRow) {
  const inline = texts();
  let row;
  let lastNumber = 0;
  let cell;
  let value = "";
  let isValue = false;

  function finishCell() {
    const isThere = cell.type === "inlineStr" || value !== "";
    if (isThere && cell.column <= limits.columns)
      row.cells[cell.column - 1] = { ...cell, value: cell.type === "inlineStr" ? inline.take() : value };
    cell = undefined;
  }

  return {
    open(name, { r, t, s }) {
      if (name === "row") {
        lastNumber = isNumberOfRow(r, lastNumber) ? Number(r) : lastNumber + 1;
        row = { number: lastNumber, cells: [], last: 0 };
      } else if (name === "c" && row) {
        cell = { column: columnOf(r) ?? row.last + 1, type: t ?? "n", style: Number(s) };
        row.last = cell.column;
        value = "";
      } else if (cell) {
        isValue = name === "v";
        inline.open(name);
      }
    },
    text(part) {
      if (isValue) {
        value += part;
        if (value.length > limits.cellCharacters) refuse(tooLong);
      } else if (cell) inline.text(part);
    },
    close(name) {
      if (name === "v") isValue = false;
      if (cell) inline.close(name);
      if (name === "c" && cell) finishCell();
      if (name !== "row" || !row) return;
      if (row.cells.length > 0) onRow(row);
      row = undefined;
    },
  };
}

/** Returns the content of a cell; for a formula, its result. */
function contentsOf({ type, style, value }, { shared, formats, from1904 }) {
  if (type === "inlineStr") return value || null;
  if (type === "s") return shared[Number(value)] || null;
  if (type === "str") return unescaped(value);
  if (type === "b") return value.trim() === "1";
  if (type === "e") return { error: value };
  if (type === "d") return Number.isNaN(Date.parse(value)) ? value : { date: new Date(value).toISOString() };
  const number = Number(value);
  if (Number.isNaN(number)) return value;
  return formatted(number, formats[style], from1904);
}

/** Leading zeros belong to a code, such as a SKU. A percentage is text, so that a column of amounts refuses it. */
function formatted(number, format, from1904) {
  if (format === "date") return dateOf(number, from1904);
  if (format === "percent") return `${Number((number * 100).toPrecision(exactDigits))}%`;
  const isCode = typeof format === "number" && Number.isInteger(number) && number >= 0 && number < 10 ** exactDigits;
  return isCode ? String(number).padStart(format, "0") : number;
}

/** Excel stores at most this many digits of a number. */
const exactDigits = 15;

/**
 * Converts rows to the values of their cells; missing cells become null. The first row names the columns: cells of
 * unnamed columns are dropped. Counts what is sent on, because the main thread holds all of it in memory.
 */
function rowValues(book) {
  let named;
  let [cellCount, characters] = [0, 0];

  return function read({ number, cells }) {
    const values = Array.from(cells, (cell, i) => (cell && (!named || named[i]) ? contentsOf(cell, book) : null));
    named ??= values.map((value) => value !== null && value !== "");
    const own = values.reduce((sum, value) => sum + charactersIn(value), 0);
    characters += own;
    cellCount += values.length;
    if (own > limits.rowCharacters || characters > limits.characters || cellCount > limits.cells) refuse(tooMuch);
    return { number, cells: values, characters: own };
  };
}

const charactersIn = (value) => (typeof value === "string" ? value : (value?.error ?? "")).length;

/** Waits until the main thread has taken the message. */
async function send(message) {
  const taken = new Promise((resolve) => parentPort.once("message", resolve));
  parentPort.postMessage(message);
  await taken;
}

const charactersInMessage = 1_000_000;

/** Splits rows so that taking one message does not occupy the main thread for long. */
function* parcels(rows) {
  let parcel = [];
  let characters = 0;
  for (const { number, cells, characters: own } of rows) {
    if (parcel.length > 0 && characters + own > charactersInMessage) {
      yield parcel;
      [parcel, characters] = [[], 0];
    }
    parcel.push({ number, cells });
    characters += own;
  }
  if (parcel.length > 0) yield parcel;
}

/**
 * The texts of the header row usually come first in the list of shared texts, so only the beginning of that list is
 * read.
 */
async function sendHead(sheet, files) {
  let head;
  await parse(sheet, {
    ...sheetReader((row) => {
      head ??= row;
    }),
    piece: () => head && "enough",
  });
  if (!head) refuse(`The worksheet “${sheetName}” is empty.`);
  const most = Math.max(0, ...head.cells.filter((cell) => cell?.type === "s").map(({ value }) => Number(value) + 1));
  const shared = most > 0 ? await sharedTextsOf(files.get(sharedTexts), most) : [];
  const { number, cells } = rowValues({ shared, formats: [] })(head);
  await send({ rows: [{ number, cells }] });
}

async function sendRows(sheet, files, from1904) {
  const book = {
    from1904,
    shared: await sharedTextsOf(files.get(sharedTexts)),
    formats: await formatsOf(files.get(styles)),
  };
  let count = 0;
  let rows = [];
  const read = rowValues(book);
  const sendBatch = async () => {
    const batch = rows;
    rows = [];
    for (const some of parcels(batch)) await send({ rows: some });
  };
  const reader = sheetReader((row) => {
    if (++count > limits.rows + 1)
      refuse(
        `This worksheet has more than ${limits.rows.toLocaleString("en-AU")} rows. Please split it into several workbooks.`,
      );
    rows.push(read(row));
  });
  await parse(sheet, { ...reader, piece: sendBatch });
  await sendBatch();
}

const [sharedTexts, styles] = ["xl/sharedStrings.xml", "xl/styles.xml"];

async function readWorkbook() {
  const files = await filesOf();
  const book = await bookOf(files);
  const sheet = sheetOf(book);
  if (isHeadAlone) {
    for (const file of [sheet, files.get(sharedTexts), files.get(styles)]) await unpack(file);
    await sendHead(sheet, files);
  } else {
    await sendRows(sheet, files, book.from1904);
  }
}

try {
  await readWorkbook();
  parentPort.postMessage("end");
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  parentPort.postMessage({ refused: error.message });
}
