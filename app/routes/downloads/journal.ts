import { exportJournal } from "#app/services/books/books.server.ts";
import { downloadRoute } from "#app/services/request/route.server.ts";

/** The postings of the journal as a workbook. */
export const loader = downloadRoute(exportJournal);
