/**
 * The areas of the API, each with what the registries of the contract, the API and the back office need to know of it:
 * permissions, the menu, saved views, the history and the OpenAPI document are made of this table.
 */

/** The groups of the main menu. Suppliers and administration stand together, without a heading. */
export type MenuGroup = "Sales" | "Catalogue" | "Suppliers" | "Administration";

interface ListFacts {
  label: string;
  /** The name of the query of its page, which also counts what a view finds. */
  operation: string;
  /** Its place in the main menu, which lists them in this order; or the page that links to it, by its name in `paths`. */
  menu: MenuGroup | { reachedFrom: string };
}

interface AreaFacts {
  /** A sentence for the OpenAPI document. */
  about: string;
  /** Beyond the specification: other APIs may lack it, and the back office then offers nothing of it. */
  isOptional?: true;
  /** The permissions for the whole area, each with its value where an API does not send it. */
  grants?: Readonly<Record<string, boolean>>;
  /** The kinds of records that have a history, with the name of one. */
  records?: Readonly<Record<string, string>>;
  /** The lists with saved views, by their names in `paths`. */
  lists?: Readonly<Record<string, ListFacts>>;
}

/** So that an API works that only sends the specified flags, in the areas of the specification. */
const seen = true;

export const areas = {
  configuration: { about: "What every client loads first." },
  suppliers: {
    about: "Suppliers with their people, bank details and agreements with marketplaces.",
    grants: { view: seen, add: false },
    records: { supplier: "Supplier" },
    lists: { suppliers: { label: "Suppliers", operation: "suppliers.list", menu: "Suppliers" } },
  },
  stockFeeds: {
    about: "Files that are fetched regularly to keep a supplier's stock and prices up to date.",
    isOptional: true,
  },
  applications: { about: "Businesses apply to become suppliers, and operators decide.", isOptional: true },
  products: {
    about: "Products with their variants, attributes, images, stock and prices.",
    grants: { view: seen, add: false, edit: false },
    records: { product: "Product" },
    lists: { products: { label: "Products", operation: "products.list", menu: "Catalogue" } },
  },
  approvals: {
    about: "Whether a product may be sold on a marketplace.",
    grants: { view: seen, edit: false },
    lists: { approvals: { label: "Approvals", operation: "approvals.list", menu: "Catalogue" } },
  },
  orders: {
    about: "Orders and their line items: placed by shops, imported, or typed.",
    grants: { view: seen, add: false, edit: false },
    records: { order: "Order" },
    lists: { orders: { label: "Orders", operation: "orders.list", menu: "Sales" } },
  },
  shipments: {
    about: "What suppliers send, with packaging slips and tracking numbers.",
    // `mark`: prints packaging slips and records that they were printed.
    grants: { view: seen, edit: false, mark: seen },
    records: { shipment: "Shipment" },
    lists: { shipments: { label: "Shipments", operation: "shipments.list", menu: "Sales" } },
  },
  invoices: {
    about: "Invoices between suppliers and marketplaces, their queries, and the payment of suppliers.",
    grants: { view: seen, add: false },
    records: { invoice: "Invoice" },
    lists: {
      invoices: { label: "Invoices", operation: "invoices.list", menu: "Sales" },
      payments: { label: "Payments", operation: "invoices.paymentRuns", menu: { reachedFrom: "invoices" } },
    },
  },
  charges: {
    about:
      "What suppliers are charged or credited without an order: fees, advertising, fines, goodwill, opening balances.",
    isOptional: true,
    grants: { view: false, add: false },
    lists: { charges: { label: "Charges", operation: "charges.list", menu: { reachedFrom: "invoices" } } },
  },
  books: {
    about:
      "The suppliers' side of the books: journal, trial balance, GST, closed months, and files for accounting programs.",
    isOptional: true,
    grants: { view: false, edit: false },
  },
  productTypes: {
    about: "The tree of product types, and the attributes that products of a type have.",
    grants: { view: seen, add: false, edit: false },
    records: { productType: "Product type" },
    lists: { productTypes: { label: "Product Types", operation: "productTypes.list", menu: "Catalogue" } },
  },
  attributes: {
    about: "Attributes that product types share. A product-specific attribute belongs to its product.",
    grants: { view: seen, add: false, edit: false },
    records: { attribute: "Attribute" },
    lists: { attributes: { label: "Attributes", operation: "attributes.list", menu: "Catalogue" } },
  },
  shippingRules: {
    about: "What suppliers charge for shipping.",
    grants: { view: seen, add: false, edit: false },
    records: { shippingRule: "Shipping rule" },
    lists: { shippingRules: { label: "Shipping Rules", operation: "shippingRules.list", menu: "Catalogue" } },
  },
  commissionRules: {
    about: "What the operator keeps of a sale, where it is not the rate of the supplier's agreement.",
    isOptional: true,
    grants: { view: false, edit: false },
    records: { commissionRule: "Commission rule" },
  },
  marketplaces: {
    about: "Where products are sold: clauses of agreements, product feeds, webhooks and connected shops.",
    isOptional: true,
    grants: { view: false, add: false, edit: false },
    records: { marketplace: "Marketplace" },
    lists: { marketplaces: { label: "Marketplaces", operation: "marketplaces.manage", menu: "Administration" } },
  },
  categories: {
    about: "The categories of a marketplace, for those who maintain them.",
    isOptional: true,
    grants: { view: false, edit: false },
    // One list for each marketplace, so its views cannot be in the main menu.
    lists: { categories: { label: "Categories", operation: "categories.list", menu: { reachedFrom: "marketplace" } } },
  },
  deliveries: {
    about: "What was sent to the webhooks and shops of marketplaces.",
    isOptional: true,
    grants: { view: false, edit: false },
    lists: { deliveries: { label: "Deliveries", operation: "deliveries.list", menu: { reachedFrom: "marketplaces" } } },
  },
  users: {
    about: "The people who sign in, their roles, and what the caller may do.",
    grants: { view: seen, add: false, edit: false },
    records: { user: "User" },
    lists: { users: { label: "Users", operation: "users.list", menu: "Administration" } },
  },
  settings: {
    about: "What an organisation sets for itself.",
    isOptional: true,
    // `confirm`: the paying account that somebody else has entered.
    grants: { view: false, edit: false, confirm: false },
    records: { settings: "Settings" },
  },
  keys: {
    about: "Keys with which machines call this API.",
    isOptional: true,
    grants: { view: false, edit: false },
    records: { key: "Key" },
  },
  home: { about: "The start of a working day: what waits, and what has moved.", isOptional: true },
  search: { about: "Searches records of every kind.", isOptional: true },
  setup: { about: "What a marketplace needs before its first sale.", isOptional: true },
  views: { about: "Saved views of lists: a name for filters, a sort order and columns." },
  discussion: {
    about: "Messages about a record, between operators and its supplier or among operators.",
    isOptional: true,
  },
  notifications: { about: "What concerns the caller, on the screen and by email.", isOptional: true },
  history: { about: "What was changed, by whom and when, and how to put it back.", isOptional: true },
  customers: { about: "What the law grants customers: to get what is known about them, and to have it erased." },
  locations: { about: "Countries, states and addresses." },
  files: { about: "Files that records refer to, and images made from them." },
  processing: { about: "The progress of background processes." },
} as const satisfies Readonly<Record<string, AreaFacts>>;

type Areas = typeof areas;
export type AreaName = keyof Areas;

/** The areas for which the table says this, with what it says. */
type Having<F extends keyof AreaFacts> = {
  [A in AreaName as Areas[A] extends Record<F, unknown> ? A : never]: Areas[A] extends Record<F, infer V> ? V : never;
};

/** Returns what the table says of this, by area. */
export const factsOf = <F extends keyof AreaFacts>(fact: F): Having<F> =>
  Object.fromEntries(
    Object.entries<AreaFacts>(areas).flatMap(([area, facts]) => (fact in facts ? [[area, facts[fact]]] : [])),
  ) as Having<F>;

type KeysOfEach<T> = { [K in keyof T]: keyof T[K] & string }[keyof T];
type ValuesOfEach<T> = { [K in keyof T]: T[K][keyof T[K]] }[keyof T];

export type HistoryRecord = KeysOfEach<Having<"records">>;
export type ViewList = KeysOfEach<Having<"lists">>;
type List = ValuesOfEach<Having<"lists">>;
/** The pages that link to lists that are not in the menu, by their names in `paths`. */
export type LinkingPage = Extract<List["menu"], object>["reachedFrom"];
export type OptionalArea = keyof Having<"isOptional">;

/** The lists with saved views. */
export const lists: Readonly<Record<ViewList, List>> = Object.assign({}, ...Object.values(factsOf("lists")));
