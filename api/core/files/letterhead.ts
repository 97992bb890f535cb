/** The organisation's data for the layout of documents, which runs in a thread of its own. */

export interface Letterhead {
  /** The organisation's name, at the foot of every page. */
  name: string;
  /** Its logo, at the top of the first page, as the data URL of a PNG image; undefined if there is none. */
  logo?: string | undefined;
}

/** Most room of a logo, in points. */
export const logoBox = { width: 110, height: 30 };
