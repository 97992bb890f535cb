const areas = {
  products: "products",
  orders: "shipments",
  suppliers: "suppliers",
  categories: "categories",
  charges: "charges",
} as const;

/** What is imported. */
export type ImportArea = (typeof areas)[keyof typeof areas];

/** What a page of imports is about, and the list that it belongs to: its address begins with that of the list. */
export interface ImportPlace {
  area: ImportArea;
  listPath: string;
}

export function importPlace(pathname: string): ImportPlace {
  const [listPath = ""] = pathname.split("/import");
  const list = listPath.slice(listPath.lastIndexOf("/") + 1);
  return { area: areas[list as keyof typeof areas], listPath };
}

/** The dialog that takes a file: products have two. */
export type ImportDialog = ImportArea | "stock";

export const importDialog = (pathname: string): ImportDialog =>
  pathname.endsWith("/import-stock") ? "stock" : importPlace(pathname).area;
