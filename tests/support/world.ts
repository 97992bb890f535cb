/** Test records in the database, with defaults for everything that the test does not specify. */
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { makeInvoices } from "#api/areas/invoices/make.ts";
import type { Parties } from "#api/areas/invoices/owed.ts";
import { addressRow } from "#api/areas/shared/address.ts";
import { documentKind } from "#api/areas/shared/invoice-issue.ts";
import { clientIdOf, secretDigest } from "#api/core/access/keys.ts";
import type { Database } from "#api/core/database/connection.ts";
import {
  addresses,
  attributeOptions,
  attributes,
  categories,
  categoryGroups,
  files,
  invoiceAnswers,
  invoices,
  keys,
  marketplaceProducts,
  marketplaces,
  orderLineItems,
  orders,
  orderTransactions,
  paymentRuns,
  processes,
  processRows,
  productImages,
  products,
  productTypes,
  productVariantOptions,
  productVariants,
  shipmentItems,
  shipments,
  shippingRates,
  shippingRules,
  signInLocks,
  supplierMarketplaces,
  suppliers,
  supplierUsers,
  users,
} from "#api/core/database/schema/index.ts";
import { categoryColumns } from "#contract/categories/workbook.ts";
import { chargeColumns } from "#contract/charges/workbook.ts";
import {
  FileLocation,
  OrderLineItemStatus,
  type Role,
  SupplierPermission,
  TransactionType,
} from "#contract/enumerations.ts";
import type { KeyScope } from "#contract/keys/scopes.ts";
import type { AddressInput } from "#contract/locations/schema.ts";
import { shipmentColumns } from "#contract/orders/import.ts";
import { productColumns } from "#contract/products/workbook.ts";
import { taxPair } from "#contract/rules/money.ts";
import { purchaseOf } from "#contract/rules/order-line.ts";
import { allSupplierColumns } from "#contract/suppliers/fields.ts";

/** Of the days of orders and registrations, as in the configuration of tests. */
const timeZone = "Australia/Sydney";

export const everyBit = Object.values(SupplierPermission).reduce((sum, bit) => sum + bit, 0);

/** A valid account to pay a supplier to. */
export const bankDetails = { bsb: "066102", accountNumber: "12345678", accountName: "Acacia Homewares" };

export interface TestUser {
  id: number;
  email: string;
  token: string;
}

export interface SupplierLink {
  supplier: number;
  /** A sum of the bits of `SupplierPermission`; all if left out. */
  bits?: number;
}

interface UserTraits {
  /** Supplier staff if left out. */
  roles?: Role[];
  links?: SupplierLink[];
  isActive?: boolean;
  givenName?: string;
  surname?: string;
  /** Signing in is blocked after failures. */
  isLocked?: boolean;
}

export type SupplierTraits = Partial<Omit<typeof suppliers.$inferInsert, "id" | "billingAddressId">> & {
  /** The supplier has no address if left out. */
  address?: Partial<AddressInput>;
};

type ShippingRuleTraits = Partial<typeof shippingRules.$inferInsert> & { supplierId: number };
type ListingTraits = Partial<typeof marketplaceProducts.$inferInsert> & { marketplaceId: number; status: number };
type ProductTraits = Partial<typeof products.$inferInsert> & { on?: ListingTraits[] };

type VariantTraits = Partial<typeof productVariants.$inferInsert> & { options?: number[] };

type OrderTraits = Partial<typeof orders.$inferInsert>;

type LineItemTraits = Partial<typeof orderLineItems.$inferInsert> & {
  quantity?: number;
  /** Dollars inc GST, per item. */
  price?: number;
  /** Dollars inc GST, for the whole line. */
  shipping?: number;
  /** The time of the order. */
  at?: Date;
};

type FileTraits = Partial<typeof files.$inferInsert>;

const somewhere: AddressInput = {
  unitNumber: "",
  streetAddress: "12 Wharf Road",
  streetAddress2: "",
  city: "Fremantle",
  state: "WA",
  postCode: "6160",
  countryCode: "AU",
};

function only<T>([row]: T[]): T {
  if (!row) throw new Error("Nothing was inserted.");
  return row;
}

export function world({ db, transaction }: Pick<Database, "db" | "transaction">) {
  return {
    async aUser({ roles = ["Supplier"], links = [], isLocked, ...traits }: UserTraits): Promise<TestUser> {
      const email = `user-${randomUUID()}@example.com`;
      const { id } = only(
        await db
          .insert(users)
          .values({ email, givenName: "Kim", surname: "Doe", roles, ...traits })
          .returning(),
      );
      const staff = links.map(({ supplier, bits = everyBit }) => ({
        userId: id,
        supplierId: supplier,
        permissions: bits,
      }));
      if (staff.length > 0) await db.insert(supplierUsers).values(staff);
      if (isLocked)
        await db.insert(signInLocks).values({ userName: email, count: 1, until: new Date(Date.now() + 900_000) });
      return { id, email, token: `user-${id}` };
    },

    /** Creates a key of the organisation, or of a marketplace or a supplier. Its token names it, as a user's does. */
    async aKey(traits: Partial<typeof keys.$inferInsert> & { scopes: KeyScope[] }): Promise<TestUser> {
      const { id } = only(
        await db
          .insert(keys)
          .values({
            id: sql`nextval(pg_get_serial_sequence('users', 'id'))`,
            name: "Shop",
            secretDigest: secretDigest(randomUUID()),
            secretStart: "chk_test",
            createdBy: 0,
            ...traits,
          })
          .returning({ id: keys.id }),
      );
      return { id, email: "", token: clientIdOf(id) };
    },

    /** Creates a supplier. @returns its id */
    async aSupplier({ address, ...traits }: SupplierTraits = {}): Promise<number> {
      const billingAddressId = address && (await this.anAddress(address));
      return only(
        await db
          .insert(suppliers)
          .values({
            name: "Any Supplier",
            abn: "53004085616",
            gstRegistered: traits.abn === "" ? null : true,
            ...traits,
            billingAddressId,
          })
          .returning(),
      ).id;
    },

    /** Creates an address. @returns its id */
    async anAddress(parts: Partial<AddressInput> = {}): Promise<string> {
      const streetAddress = `${randomUUID()} Street`;
      return only(
        await db
          .insert(addresses)
          .values(addressRow({ ...somewhere, streetAddress, ...parts }))
          .returning(),
      ).id;
    },

    /** Creates a marketplace. @returns its id */
    async aMarketplace(
      name = "Any Marketplace",
      traits: Partial<typeof marketplaces.$inferInsert> = {},
    ): Promise<number> {
      return only(
        await db
          .insert(marketplaces)
          .values({ name, legalName: `${name} Pty Ltd`, abn: "51824753556", ...traits })
          .returning(),
      ).id;
    },

    async anAgreement(
      agreement: Partial<typeof supplierMarketplaces.$inferInsert> & { supplierId: number; marketplaceId: number },
    ) {
      await db.insert(supplierMarketplaces).values({ status: 2, commissionRate: 0.3, ...agreement });
    },

    /** Creates a rule of $9.95 inc GST within Australia, with these tiers. @returns its id */
    async aShippingRule(
      traits: ShippingRuleTraits,
      rates: Partial<typeof shippingRates.$inferInsert>[] = [],
    ): Promise<number> {
      const { id } = only(
        await db
          .insert(shippingRules)
          .values({ name: "Any Rule", defaultDomesticRate: 9.0455, ...traits })
          .returning(),
      );
      const tiers = rates.map((rate) => ({ quantityFrom: 1, ratePerItem: 5, ...rate, shippingRuleId: id }));
      if (tiers.length > 0) await db.insert(shippingRates).values(tiers);
      return id;
    },

    /** Creates a product of the supplier, listed on these marketplaces. @returns its id */
    async aProduct(supplierId: number, { on = [], ...traits }: ProductTraits = {}): Promise<number> {
      const productTypeId = traits.productTypeId ?? (await this.aProductType());
      const { id } = only(
        await db
          .insert(products)
          .values({
            supplierId,
            name: "Any Product",
            recommendedRetailPrice: 10,
            salePrice: 10,
            ...traits,
            productTypeId,
          })
          .returning(),
      );
      for (const listing of on)
        await db.insert(marketplaceProducts).values({ syncStatus: 0, ...listing, productId: id });
      return id;
    },

    /**
     * Creates a category group of the marketplace with categories of these names. @returns its id, and theirs in their
     * order
     */
    async aCategoryGroup(
      marketplaceId: number,
      names: string[],
      name = "Categories",
    ): Promise<{ group: number; categories: number[] }> {
      const group = only(await db.insert(categoryGroups).values({ marketplaceId, name }).returning()).id;
      const rows = await db
        .insert(categories)
        .values(names.map((category) => ({ groupId: group, name: category, externalId: `X-${category}` })))
        .returning();
      return { group, categories: rows.map(({ id }) => id) };
    },

    /** Creates a variant of the product with these options. @returns its id */
    async aVariant(productId: number, { options = [], ...traits }: VariantTraits = {}): Promise<number> {
      const combination = [...options].sort((a, b) => a - b).join();
      const { id } = only(
        await db
          .insert(productVariants)
          .values({ externalSku: `SKU-${randomUUID()}`, combination, ...traits, productId })
          .returning(),
      );
      if (options.length > 0)
        await db.insert(productVariantOptions).values(options.map((optionId) => ({ variantId: id, optionId })));
      return id;
    },

    /** Appends an image to the product; its file need not exist. @returns its id */
    async aProductImage(productId: number, traits: Partial<typeof productImages.$inferInsert> = {}): Promise<number> {
      const position = 1 + (await db.$count(productImages, eq(productImages.productId, productId)));
      return only(
        await db
          .insert(productImages)
          .values({ imageId: randomUUID(), label: "Any Image", position, ...traits, productId })
          .returning(),
      ).id;
    },

    /** Creates a product type, at the root unless a parent is given. @returns its id */
    async aProductType(traits: Partial<typeof productTypes.$inferInsert> = {}): Promise<number> {
      const name = traits.name ?? `Type ${randomUUID()}`;
      return only(
        await db
          .insert(productTypes)
          .values({ name, path: name, ...traits })
          .returning(),
      ).id;
    },

    /** Creates an attribute with options of these names, and codes derived from them. @returns its id */
    async anAttribute({
      options = [],
      ...traits
    }: Partial<typeof attributes.$inferInsert> & { options?: string[] } = {}): Promise<number> {
      const internalName = traits.internalName ?? `Attribute ${randomUUID()}`;
      const { id } = only(
        await db
          .insert(attributes)
          .values({ displayName: internalName, selectionType: 1, optionDataType: 0, ...traits, internalName })
          .returning(),
      );
      const rows = options.map((value, i) => ({ attributeId: id, code: value.toLowerCase(), value, position: i + 1 }));
      if (rows.length > 0) await db.insert(attributeOptions).values(rows);
      return id;
    },

    /** Creates an empty order of the supplier, or without one. @returns its id */
    async anOrder(supplierId: number | null, traits: OrderTraits = {}): Promise<number> {
      const marketplaceId = traits.marketplaceId ?? (await this.aMarketplace());
      const order = {
        name: "M-1",
        marketplaceOrderId: `X-${randomUUID()}`,
        customerFirstName: "Ana",
        customerSurname: "Lee",
        customerEmail: "ana@example.com",
      };
      return only(
        await db
          .insert(orders)
          .values({ ...order, ...traits, supplierId, marketplaceId })
          .returning(),
      ).id;
    },

    /**
     * Adds two items at $9.95 each with $5.00 of shipping, inc GST, and 30 percent of commission. @returns the line
     * item's id
     */
    async aLineItem(
      orderId: number,
      { quantity = 2, price = 9.95, shipping = 5, at, ...traits }: LineItemTraits = {},
    ): Promise<number> {
      const one = taxPair(price, 0.1);
      const commissionRate = traits.commissionRate ?? 0.3;
      const item = only(
        await db
          .insert(orderLineItems)
          .values({
            productName: "Woven basket",
            productSku: "BASKET",
            ...traits,
            purchasePriceExTax: one.exTax,
            purchasePriceTax: one.tax,
            commissionRate,
            orderId,
          })
          .returning(),
      );
      const {
        type,
        purchase,
        commission,
        shipping: sent,
      } = purchaseOf({ quantity, price: one, shipping: taxPair(shipping, 0.1), commissionRate }, 0.1);
      await db.insert(orderTransactions).values({
        lineItemId: item.id,
        at,
        type,
        quantity,
        purchaseExTax: purchase.exTax,
        purchaseTax: purchase.tax,
        commissionExTax: commission.exTax,
        commissionTax: commission.tax,
        shippingExTax: sent.exTax,
        shippingTax: sent.tax,
      });
      return item.id;
    },

    /** Adds the same line item, completely shipped. @returns its id */
    async aSentItem(orderId: number, traits: LineItemTraits = {}): Promise<number> {
      const id = await this.aLineItem(orderId, { status: OrderLineItemStatus.complete, ...traits });
      await this.aTransaction(id, { type: TransactionType.shipment, quantity: traits.quantity ?? 2 });
      return id;
    },

    /** Adds an entry to the line item's ledger, as shipments and invoices do; without amounts unless given. */
    async aTransaction(lineItemId: number, traits: Partial<typeof orderTransactions.$inferInsert> & { type: number }) {
      const none = {
        purchaseExTax: 0,
        purchaseTax: 0,
        commissionExTax: 0,
        commissionTax: 0,
        shippingExTax: 0,
        shippingTax: 0,
      };
      await db.insert(orderTransactions).values({ quantity: 0, ...none, ...traits, lineItemId });
    },

    /** Creates an invoice for everything owed between the two parties, with that date. @returns its id */
    async anInvoice(parties: Parties, date = new Date()): Promise<number> {
      const { id } = await this.aUser({ roles: ["Finance"] });
      const work = { config: { timeZone }, caller: { userId: id }, now: new Date() };
      const made = await transaction((tx) => makeInvoices({ db: tx, ...work }, [parties], date));
      return only(made);
    },

    /** Issues a draft, as notifying its supplier does, but without an email. */
    async issue(id: number): Promise<number> {
      await db
        .update(invoices)
        .set({ notifiedAt: new Date(), documentKind: documentKind(timeZone) })
        .where(eq(invoices.id, id));
      return id;
    },

    /** Creates a released payment run. @param bankDate a day, as `2026-03-02` @returns its id */
    async aPaymentRun(bankDate: string): Promise<number> {
      const { id } = await this.aUser({ roles: ["Finance"] });
      const at = new Date();
      const run = { madeAt: at, madeBy: id, releasedAt: at, releasedBy: id, bankDate, total: 11 };
      const file = { content: Buffer.from("0"), sha256: "0" };
      return only(
        await db
          .insert(paymentRuns)
          .values({ ...run, ...file })
          .returning({ id: paymentRuns.id }),
      ).id;
    },

    /** Creates an issued invoice for one sale of this amount, without commission. @returns its id */
    async anInvoiceToPay(parties: Parties, dollars = 11): Promise<number> {
      await this.aSentItem(await this.anOrder(parties.supplierId, parties), {
        price: dollars,
        quantity: 1,
        shipping: 0,
        commissionRate: 0,
      });
      return this.issue(await this.anInvoice(parties));
    },

    /** Adds the latest answer to a row of an invoice. @returns its id */
    async anAnswer(answer: Omit<typeof invoiceAnswers.$inferInsert, "at">): Promise<number> {
      return only(
        await db
          .insert(invoiceAnswers)
          .values({ note: "Three were sent.", at: new Date(), ...answer })
          .returning(),
      ).id;
    },

    /** Creates a shipment of these quantities. @returns its id */
    async aShipment(
      orderId: number,
      items: { item: number; quantity: number }[],
      traits: Partial<typeof shipments.$inferInsert> = {},
    ): Promise<number> {
      const { supplierId, marketplaceId } = only(await db.select().from(orders).where(eq(orders.id, orderId)));
      const { id } = only(
        await db
          .insert(shipments)
          .values({ ...traits, orderId, supplierId, marketplaceId })
          .returning(),
      );
      await db
        .insert(shipmentItems)
        .values(items.map(({ item, quantity }) => ({ shipmentId: id, lineItemId: item, quantity })));
      for (const { item, quantity } of items)
        await this.aTransaction(item, { type: TransactionType.shipment, quantity });
      return id;
    },

    /** Creates a check of an import without valid rows, for this user and not applied. @returns its id */
    async anImportCheck(user: TestUser, kind: "shipments" | "products" | "suppliers" = "shipments"): Promise<string> {
      return this.anImport(user, { kind, isCheck: true }, { rows: [] });
    },

    /** Creates a finished import. @returns its id */
    async anImport(
      user: TestUser,
      {
        kind,
        ...own
      }: {
        kind: "shipments" | "products" | "categories" | "suppliers" | "charges";
        isCheck: boolean;
        marketplaceId?: number;
      },
      row: object,
      result?: object,
    ): Promise<string> {
      const head = {
        charges: chargeColumns,
        shipments: shipmentColumns,
        products: productColumns,
        categories: categoryColumns,
        suppliers: allSupplierColumns,
      }[kind];
      const input = { fileName: "Any.xlsx", ...own, sheet: "all", head, emptyRows: 0 };
      const process = { kind, askedBy: user.id, input, isImport: true, status: 2, total: 1, finishedAt: new Date() };
      const { id } = only(await db.insert(processes).values(process).returning());
      await db.insert(processRows).values({ processId: id, position: 1, row, isDone: result ? true : null, result });
      return id;
    },

    /** Stores a file, an agreement unless specified. @returns its id */
    async aFile(traits: FileTraits = {}): Promise<string> {
      const content = Buffer.from("%PDF-1.7 a signed agreement");
      const file = {
        location: FileLocation.agreement,
        name: "Agreement.pdf",
        contentType: "application/pdf",
        size: content.length,
        content,
      };
      return only(
        await db
          .insert(files)
          .values({ ...file, ...traits })
          .returning({ id: files.id }),
      ).id;
    },
  };
}
export type World = ReturnType<typeof world>;
