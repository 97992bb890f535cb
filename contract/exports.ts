/** Exports of tables: workbooks or, for any number of rows, text with a comma between the cells. */
import { z } from "zod";

const exportFormats = ["xlsx", "csv"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Part of the input of exports. Not part of other APIs. */
export const exportFormat = {
  format: z.enum(exportFormats, "Please choose xlsx or csv.").default("xlsx"),
};
