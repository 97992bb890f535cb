/** Orders whose number or customer contains a text. */
import { and, sql } from "drizzle-orm";
import { orders } from "#api/core/database/schema/index.ts";
import { type TextMatch, withoutIndex } from "#api/core/lists/list-query.ts";
import { containsFolded } from "#api/core/lists/page-of.ts";
import { hasTrigrams } from "./trigrams.ts";

/** Searches order numbers and customer names. Texts without trigrams use the `letters_of` index. */
export function orderTextMatch(searchText: string): TextMatch {
  const perRow = containsFolded(orders.searchable, searchText);
  return { perRow, indexed: hasTrigrams(searchText) ? perRow : and(withoutIndex(perRow), hasCharacters(searchText)) };
}

/** Lower-casing can lengthen a text, so it is cut to two characters afterwards. */
const hasCharacters = (text: string) => sql`letters_of(${orders.searchable}) @> array[left(lower(${text}), 2)]`;
