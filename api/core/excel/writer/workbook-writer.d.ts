/** The streaming writer of exceljs, which has no types where it can be imported alone, and parts that its types omit. */
declare module "exceljs/lib/stream/xlsx/workbook-writer.js" {
  import type { Writable } from "node:stream";
  import type { AddWorksheetOptions, DataValidation, stream, Worksheet } from "exceljs";

  export interface SheetWriter extends Worksheet {
    readonly dataValidations: { add(range: string, rule: DataValidation): void };
    /** Where the XML of the rows goes. */
    readonly stream: { readonly pipes: readonly Writable[] };
  }

  interface Options extends Partial<stream.xlsx.WorkbookStreamWriterOptions> {
    readonly creator?: string;
    readonly lastModifiedBy?: string;
  }

  export default class WorkbookWriter {
    constructor(options: Options);
    addWorksheet(name: string, options?: Partial<AddWorksheetOptions>): SheetWriter;
    commit(): Promise<void>;
  }
}
