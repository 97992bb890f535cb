/** The worksheets of a workbook. */
import type { Archive, ArchivedFile } from "./archive.ts";
import { notAWorkbook, refuse } from "./limits.ts";
import { parse } from "./xml.ts";

export interface Workbook {
  readonly sheets: readonly { name: string; file: ArchivedFile | undefined }[];
  /** Days are counted from 1904, as Excel on the Mac did, and not from the end of 1899. */
  readonly isFrom1904: boolean;
}

/** @throws Refused */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const workbook = archive.get("xl/workbook.xml") ?? refuse(notAWorkbook);
  const relations = archive.get("xl/_rels/workbook.xml.rels") ?? refuse(notAWorkbook);
  const sheets: { name: string; relation: string | undefined }[] = [];
  let isFrom1904 = false;
  await parse(workbook, {
    open(name, attributes) {
      if (name === "workbookPr") isFrom1904 = ["1", "true"].includes(attributes.date1904 ?? "");
      if (name === "sheet")
        sheets.push({
          name: attributes.name ?? "",
          // The prefix of the namespace may be another one than "r".
          relation: attributes["r:id"] ?? Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1],
        });
    },
  });
  const paths = new Map<string | undefined, string>();
  await parse(relations, {
    open(name, { Id, Target = "" }) {
      if (name === "Relationship") paths.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return {
    isFrom1904,
    sheets: sheets.map(({ name, relation }) => ({ name, file: archive.get(paths.get(relation) ?? "") })),
  };
}

/** @throws Refused when there is no sheet with this name, ignoring case */
export function sheetNamed({ sheets }: Workbook, sheetName: string): ArchivedFile {
  const sheet = sheets.find(({ name }) => name.trim().toLowerCase() === sheetName.toLowerCase());
  if (sheet) return sheet.file ?? refuse(notAWorkbook);
  const names = sheets.slice(0, 10).map(({ name }) => `“${name}”`);
  return refuse(`This workbook has no worksheet named “${sheetName}”. It has: ${names.join(", ")}.`);
}

/**
 * Returns the sheet with this name, ignoring case; or else the first one that has rows.
 * @throws Refused when no sheet has rows
 */
export async function sheetWithRows({ sheets }: Workbook, preferred: string): Promise<ArchivedFile> {
  const named = sheets.filter(({ name }) => name.trim().toLowerCase() === preferred.toLowerCase());
  for (const { file } of [...named, ...sheets]) if (file && (await hasRows(file))) return file;
  return refuse("No worksheet of this workbook has any rows.");
}

async function hasRows(file: ArchivedFile): Promise<boolean> {
  let isFound = false;
  await parse(file, {
    open(name) {
      isFound ||= name === "c";
    },
    afterChunk: () => (isFound ? "enough" : undefined),
  });
  return isFound;
}
