/** The lists of the back office: their addresses, the operations that count what a view finds, and where people find them. */
import type { z } from "zod";
import { paths } from "#app/lib/paths.ts";
import { type LinkingPage, lists, type MenuGroup, type ViewList } from "#contract/areas.ts";
import type { Operation, Query } from "#contract/operation.ts";
import { allOperations } from "#contract/operations.ts";
import { keysOf, mapped } from "#contract/rules/keys-of.ts";

type ListOperation = Query<z.ZodObject, z.ZodType<{ totalCount?: number | null; isMoreThanCounted?: boolean | null }>>;

interface ViewListEntry {
  label: string;
  path: string;
  operation: ListOperation;
  menu: MenuGroup | { reachedFrom: string };
}

/** In the addresses of lists that each marketplace has for itself. */
const anyMarketplace = "any";

/** Do not compile while one of them has no address. */
const pathsOfLists: Record<ViewList, (marketplaceId: string) => string> = paths;
const linkingPages: Record<LinkingPage, (id: string) => string> = paths;

const operationsByName: ReadonlyMap<string, Operation> = new Map(allOperations());

export const viewListEntries: Record<ViewList, ViewListEntry> = mapped(lists, (list) => {
  const { label, operation, menu } = lists[list];
  const query = operationsByName.get(operation);
  if (query?.kind !== "query") throw new Error(`The list ${list} has the operation ${operation}, which is no query.`);
  return {
    label,
    path: pathsOfLists[list](anyMarketplace),
    operation: query as ListOperation,
    menu: typeof menu === "string" ? menu : { reachedFrom: linkingPages[menu.reachedFrom](anyMarketplace) },
  };
});

/** The lists of a group of the main menu. */
export const listsIn = (group: MenuGroup): ViewListEntry[] =>
  Object.values(viewListEntries).filter(({ menu }) => menu === group);

/** Returns the list at this path, or undefined. */
export function viewListAt(path: string): ViewList | undefined {
  const known = path.replace(/^\/marketplaces\/[^/]+\/categories$/, paths.categories(anyMarketplace));
  return keysOf(viewListEntries).find((list) => viewListEntries[list].path === known);
}
