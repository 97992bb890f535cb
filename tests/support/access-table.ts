/**
 * The access table: a row for every operation of the contract says which callers may use it. It does not compile while
 * one is missing.
 */
import { randomUUID } from "node:crypto";
import { type Role, SupplierPermission } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";
import {
  aCommissionRule,
  adjustment,
  anAddress,
  aRate,
  newLineItem,
  newOrder,
  orderDetails,
  placedOrder,
  productDetails,
  productShipping,
  shipmentDetails,
  shippingRuleDetails,
  supplierDetails,
  supplierFinances,
} from "./forms.ts";
import { returnsFile } from "./returns-file.ts";
import { bankDetails, everyBit } from "./world.ts";

/** A supplier with all its records. */
export interface Possessions {
  supplier: number;
  /** A closed month, and an export of bills. */
  closing: number;
  billExport: number;
  name: string;
  address: string;
  logo: string;
  agreement: string;
  /** A marketplace whose agreement awaits the supplier's consent. */
  marketplace: number;
  shippingRule: number;
  /** Belongs to the operator, and is the only one. */
  commissionRule: number;
  /** A user of the supplier. */
  staff: number;
  /** A marketplace without suppliers, whose webhook nothing answers. */
  emptyMarketplace: number;
  connectedShop: { marketplace: number; order: string };
  /** The secret in the address of its product feed. */
  feedSecret: string;
  /** A delivery to that marketplace about the product below. */
  delivery: number;
  /** A classification there, with a category called Ours. */
  categoryGroup: number;
  /** A product type, which belongs to the operator, and its attribute. */
  productType: number;
  attribute: number;
  /** A product of that type, with variants, and one of the variants. */
  product: number;
  variant: number;
  productImage: number;
  /** The file of the image. */
  image: string;
  /** A marketplace where the product is listed. */
  shop: number;
  /** A marketplace where the product awaits approval, and the id of that listing. */
  newShop: number;
  listing: number;
  /** A product-specific attribute, and its option. */
  ownAttribute: number;
  ownOption: number;
  /** A product without variants, and an option of the attribute that its variants differ in. */
  combinedProduct: number;
  combinedOption: number;
  /** An order and its line item. */
  order: number;
  orderNumber: string;
  lineItem: number;
  /** An order that the books no longer need. */
  oldOrder: number;
  /** An order without a supplier. */
  unassignedOrder: number;
  /** A shipment of one of many items, and its line item. */
  shipment: number;
  shippedItem: number;
  /** The latest invoice. */
  invoice: number;
  /** An issued invoice, and a payment run, which belongs to no supplier. */
  invoiceToPay: number;
  heldInvoice: number;
  /** A draft without line items. */
  emptyInvoice: number;
  /** A line item with an open query, and the id of the query. */
  queriedItem: number;
  query: number;
  payment: number;
  /** One that has not been released. */
  waitingPayment: number;
  /** A background process of one of its users. */
  process: string;
  /** A checked import of one of its users. */
  importCheck: string;
  productCheck: string;
  sourceFile: string;
  /** A finished import of shipments by one of its users. */
  shipmentImport: string;
  /** The command with which one of its agreements was disabled. */
  deactivation: string;
  /** A zip file with pictures that one of its users has sent. */
  pictureUpload: string;
  /** A stock feed whose file has been received. */
  stockFeed: number;
  productImport: string;
  supplierCheck: string;
  supplierImport: string;
  charge: number;
  monthlyCharge: number;
  chargeCheck: string;
  chargeImport: string;
  /** A key of the supplier. */
  key: number;
  /** An application that waits for its applicant, the secret of its link, and one of its documents. */
  application: number;
  applicationToken: string;
  applicationDocument: string;
  /** A checked import of categories into the marketplace without suppliers. */
  categoryCheck: string;
}

export interface Row {
  /** The input of a request that reads or changes this supplier's records. */
  input: (its: Possessions) => Record<string, unknown>;
  /** The operator's roles that may call it. */
  roles: readonly Role[];
  /** Supplier staff that may call it: with any of these bits, all ("anybody"), or none. */
  staff: number | "anybody";
  /** The status for staff of another supplier; left out if the request names no supplier's records. */
  foreign?: 200 | 403 | 404 | 409;
  /** Without this bit staff see nothing of the area, of any supplier. */
  seenWith?: number;
  /** Requests about the supplier's own records that name another supplier's as well; each is refused. */
  mixed?: (own: Possessions, others: Possessions) => Record<string, unknown> | Record<string, unknown>[];
}

type OperationName = {
  [Area in keyof Operations]: `${Area}.${Extract<keyof Operations[Area], string>}`;
}[keyof Operations];

const { generalDetails, financialDetails, products, orders, invoices, users: manageUsers } = SupplierPermission;
const everyRole: readonly Role[] = ["Administrator", "Operator", "Catalogue Manager", "Finance", "Read Only"];
const operators: readonly Role[] = ["Administrator", "Operator"];
const catalogueManagers: readonly Role[] = [...operators, "Catalogue Manager"];
const catalogueReaders: readonly Role[] = [...catalogueManagers, "Read Only"];
const noBit = 0;

const nothing = () => ({});
const aPerson = () => ({ Email: `person-${randomUUID()}@example.com`, Roles: ["Supplier"] });
const forAll = { roles: everyRole, staff: "anybody", input: nothing } as const;
const forWriters = { ...forAll, roles: everyRole.filter((role) => role !== "Read Only") } as const;
const forAdministrators = { roles: ["Administrator"], staff: noBit, foreign: 403 } as const;
const forOperators = { roles: operators, staff: noBit, foreign: 404 } as const;
const onMarketplace = (its: Possessions) => ({ SupplierId: its.supplier, MarketplaceId: its.marketplace });
const ofTheRule = (its: Possessions) => ({ ShippingRuleId: its.shippingRule });
const aboutSupplier = (its: Possessions) => ({ about: "supplier", recordId: its.supplier });
const mailSettings = () => ({
  Mentioned: "atOnce",
  Queried: "atOnce",
  Refused: "daily",
  Imported: "off",
  Failed: "daily",
  Feeds: "atOnce",
  Unreachable: "atOnce",
});
/** Everybody but Finance may view it, and only operator staff may change it. */
const forCatalogue = { roles: catalogueReaders, staff: "anybody" } as const;
const forCatalogueEditors = { roles: catalogueManagers, staff: noBit } as const;
const attributeOfType = (its: Possessions) => ({ ProductTypeId: its.productType, AttributeId: its.attribute });
const attributeDetails = () => ({ InternalName: randomUUID(), DisplayName: "Colour", SelectionType: 1 });
const details = (its: Possessions) => ({ ...supplierDetails(its.supplier), LogoId: its.logo });

/** Users who manage the supplier's products may change it. */
const forProductManagers = { roles: catalogueManagers, staff: products, foreign: 404 } as const;
const ofTheProduct = (its: Possessions) => ({ ProductId: its.product });
const detailsOfProduct = (its: Possessions) => ({ ...productDetails(its.product, its.productType), HasVariants: true });
const newProduct = (its: Possessions) => {
  const { ProductId: _, ...product } = detailsOfProduct(its);
  return { ...product, SupplierId: its.supplier };
};
const aVariant = (its: Possessions) => ({
  ProductId: its.product,
  ProductVariantId: its.variant,
  Name: "Red",
  DefaultImageId: its.image,
  ExternalSku: "RED-1",
  RecommendedRetailPrice: 12,
  AttributeOptionIds: [] as number[],
});
const combinedVariants = (its: Possessions) => ({
  ProductId: its.combinedProduct,
  AttributeOptionIds: [its.combinedOption],
  SkuStart: "TEE",
  RecommendedRetailPrice: 12,
});
const aPayer = () => ({
  BankCode: "WBC",
  UserName: "Harbour Trading",
  UserId: "301500",
  Bsb: "032001",
  AccountNumber: "123456",
});
const anImage = (its: Possessions) => ({
  ProductId: its.product,
  ProductImageId: its.productImage,
  ImageId: its.image,
  Label: "Front",
});
const ofOwnAttribute = (its: Possessions) => ({ ProductId: its.product, ProductAttributeId: its.ownAttribute });
const aCustomAttribute = (its: Possessions) => ({
  ...ofOwnAttribute(its),
  AttributeName: randomUUID(),
  Options: [{ Code: "", Value: "Round" }],
});

const forOperatorStaff = { roles: everyRole, staff: noBit, input: nothing } as const;
const forAdministratorsAlone = { roles: ["Administrator"], staff: noBit } as const;
const aMarketplace = () => ({ Name: randomUUID(), LegalName: "Any Pty Ltd", Abn: "51824753556" });
const forCategoryReaders = { roles: catalogueReaders, staff: noBit } as const;
const ourCategory = (its: Possessions) => ({ GroupId: its.categoryGroup, FullName: "Ours" });
const inEmptyMarketplace = (its: Possessions) => ({ marketplaceId: its.emptyMarketplace });
const ourCategoryImport = (its: Possessions) => ({ ...inEmptyMarketplace(its), id: its.categoryCheck });
const ofShop = ({ connectedShop }: Possessions) => ({ MarketplaceId: connectedShop.marketplace });
const ofShopOrder = ({ connectedShop: { marketplace, order } }: Possessions) => ({
  MarketplaceId: marketplace,
  ShopOrderId: order,
});
const ofEmptyMarketplace = (its: Possessions) => ({ MarketplaceId: its.emptyMarketplace });

/** The input that the public form of an application sends. */
const anApplication = (its: Possessions) => ({
  CompanyName: "New",
  Abn: "51824753556",
  GivenName: "Kim",
  Surname: "Lee",
  Email: `${randomUUID()}@applicant.example`,
  Phone: "(08) 5550 1234",
  MarketplaceIds: [its.shop],
});
/** Only users who may add suppliers decide about applications. */
const forDeciders = { roles: operators, staff: noBit } as const;
const ofApplication = (its: Possessions) => ({ ApplicationId: its.application });

/** Supplier staff never approve their own products. */
const forApprovers = { roles: catalogueManagers, staff: noBit, foreign: 403 } as const;
const ofTheListing = (its: Possessions) => ({ ProductId: its.product, MarketplaceId: its.newShop });

const orderReaders: readonly Role[] = [...operators, "Finance", "Read Only"];
const forOrderReaders = { roles: orderReaders, staff: "anybody", foreign: 404 } as const;
/** Rules concern all suppliers, so that none of them sees the list. */
const forCommissionReaders = { roles: orderReaders, staff: noBit } as const;
const forCommissionEditors = { roles: operators, staff: noBit } as const;
/** Supplier staff never change what was ordered, by whom and for how much. */
const forOrderEditors = { roles: operators, staff: noBit, foreign: 404 } as const;
const byNumber = (its: Possessions) => ({
  MarketplaceId: its.marketplace,
  MarketplaceOrderId: its.orderNumber,
});
/** Supplier staff with the permission for orders may ship them. */
const forSenders = { roles: operators, staff: orders, foreign: 404 } as const;
/** Orders in a workbook are authorised row by row. */
const forImporters = { roles: operators, staff: orders, input: nothing } as const;
const forSupplierImporters = { roles: operators, staff: noBit, input: nothing } as const;
/** Products in a workbook are authorised row by row. */
const forFeedManagers = { roles: catalogueManagers, staff: products, seenWith: products, foreign: 404 } as const;
const forProductImporters = { roles: catalogueManagers, staff: products, input: nothing } as const;
const shipOne = (OrderId: number, LineItemId: number) => ({ OrderId, Items: [{ LineItemId, QuantityToShip: 1 }] });
const ofTheLineItem = (its: Possessions) => ({ LineItemId: its.lineItem });

/** Supplier staff see the issued invoices of a supplier with the permission for them. */
const forInvoiceReaders = { roles: orderReaders, staff: invoices, seenWith: invoices, foreign: 404 } as const;
const reconciled = (its: Possessions) => ({
  marketplaceId: its.marketplace,
  fromDate: "2020-01-01T00:00:00Z",
  toDate: "2100-01-01T00:00:00Z",
});
const notified = () => ({ ExpectedPaymentDate: "2026-04-01" });
const ofTheRow = (its: Possessions) => ({
  InvoiceId: its.invoiceToPay,
  LineItemId: its.queriedItem,
  LastAnswerId: its.query,
});
/** Only supplier staff, never the operator's, may confirm a row. */
const forInvoicedStaff = { roles: [], staff: invoices, seenWith: invoices, foreign: 404 } as const;
const mixedRows = (own: Possessions, others: Possessions) => [
  { ...ofTheRow(own), LineItemId: others.queriedItem, LastAnswerId: others.query },
  { ...ofTheRow(own), InvoiceId: others.invoiceToPay },
];
/** Staff with the permission to manage users manage the keys of their supplier. */
const forKeyManagers = { roles: ["Administrator"], staff: manageUsers, seenWith: manageUsers } as const;
const aCharge = (its: Possessions) => ({
  SupplierId: its.supplier,
  MarketplaceId: its.marketplace,
  Kind: "fee",
  Description: "Photos",
  Day: new Date().toISOString().slice(0, 10),
  AmountIncTax: 11,
  TaxClass: "taxable",
});
/** A bank's file with a credit that nobody was paid. */
const unknownReturn = returnsFile([{ reference: "Unknown", amount: 1, bsb: "066-102", accountNumber: "1" }], "011126");

const forBookReaders = { roles: ["Administrator", "Finance", "Read Only"], staff: noBit, foreign: 403 } as const;
const forFinance = { roles: ["Administrator", "Finance"], staff: noBit, foreign: 403 } as const;

export const accessTable: Record<OperationName, Row> = {
  "configuration.get": forAll,

  "users.permissions": forAll,
  "users.signOut": forAll,
  "users.list": { ...forAdministrators, input: nothing },
  "users.availableRoles": { ...forAdministrators, input: nothing },
  "users.get": { ...forAdministrators, input: (its) => ({ id: its.staff }) },
  "users.register": { ...forAdministrators, input: () => aPerson() },
  "users.update": { ...forAdministrators, input: (its) => ({ ...aPerson(), UserId: its.staff }) },
  "users.deactivate": { ...forAdministrators, input: (its) => ({ UserId: its.staff }) },
  "users.previewMany": {
    ...forAdministrators,
    input: (its) => ({ Ids: [its.staff], Change: { Kind: "activate" } }),
  },
  "users.changeMany": {
    ...forAdministrators,
    input: (its) => ({ Ids: [its.staff], Change: { Kind: "activate" } }),
  },
  "users.activate": { ...forAdministrators, input: (its) => ({ UserId: its.staff }) },
  "users.resetSecondFactor": { ...forAdministrators, input: (its) => ({ UserId: its.staff }) },
  "users.resendRegistrationEmail": { ...forAdministrators, input: (its) => ({ UserId: its.staff }) },

  "locations.countries": forAll,
  "locations.states": { ...forAll, input: () => ({ countryCode: "AU" }) },
  "locations.findOrCreateAddress": { ...forWriters, input: () => anAddress },

  "files.get": {
    ...forAll,
    input: (its) => ({ fileId: its.agreement }),
    foreign: 404,
    mixed: (_own, others) => ({ fileId: others.logo }),
  },
  "files.upload": forWriters,
  // Images are public, because shops show them.
  "files.image": { ...forAll, input: (its) => ({ id: its.logo, width: 50 }), foreign: 200 },
  "files.barcode": { ...forAll, input: () => ({ trackingNumber: "33ABC" }) },

  // Visible to the user who started it.
  "processing.get": { ...forAll, input: (its) => ({ id: its.process }), foreign: 404 },

  "suppliers.list": { ...forAll, input: (its) => ({ name: its.name }), foreign: 200 },
  "suppliers.get": { ...forAll, input: (its) => ({ id: its.supplier }), foreign: 404 },
  "suppliers.add": {
    roles: operators,
    staff: noBit,
    input: () => ({ SupplierName: "New", PrimaryContactEmail: "new@shop.example" }),
  },
  "suppliers.excelExport": { ...forAll, input: (its) => ({ name: its.name }), foreign: 200 },
  "suppliers.excelImportCheck": forSupplierImporters,
  "suppliers.applyImport": { ...forSupplierImporters, input: (its) => ({ ProcessId: its.supplierCheck }) },
  "suppliers.undoImport": { ...forSupplierImporters, input: (its) => ({ ProcessId: its.supplierImport }) },
  "suppliers.excelImportResult": { ...forSupplierImporters, input: (its) => ({ id: its.supplierImport }) },
  "suppliers.excelImports": forSupplierImporters,
  "suppliers.lastExcelImport": forSupplierImporters,
  "suppliers.excelImportRefused": { ...forSupplierImporters, input: (its) => ({ id: its.supplierImport }) },
  "suppliers.updateAddress": {
    roles: operators,
    staff: generalDetails,
    foreign: 404,
    input: (its) => ({ SupplierId: its.supplier, BillingAddressId: its.address }),
    mixed: (own, others) => ({ SupplierId: own.supplier, BillingAddressId: others.address }),
  },
  "suppliers.updateDetails": {
    roles: operators,
    staff: generalDetails,
    foreign: 404,
    input: details,
    mixed: (own, others) => ({ ...details(own), LogoId: others.logo }),
  },
  "suppliers.updateFinancialDetails": {
    roles: ["Administrator", "Finance"],
    staff: financialDetails,
    foreign: 404,
    input: (its) => supplierFinances(its.supplier),
  },
  "suppliers.verifyBankDetails": {
    roles: ["Administrator", "Finance"],
    staff: noBit,
    foreign: 404,
    input: (its) => ({
      SupplierId: its.supplier,
      BSB: bankDetails.bsb,
      AccountNumber: bankDetails.accountNumber,
      AccountName: bankDetails.accountName,
    }),
  },
  "suppliers.checkGst": {
    roles: ["Administrator", "Finance"],
    staff: noBit,
    foreign: 404,
    input: (its) => ({ SupplierId: its.supplier, Registered: "yes", RegisteredFrom: "" }),
  },
  "suppliers.setCarrierKey": {
    roles: operators,
    staff: generalDetails,
    foreign: 404,
    input: (its) => ({ SupplierId: its.supplier, Key: "a-key-of-shippit" }),
  },
  "suppliers.removeCarrierKey": {
    roles: operators,
    staff: generalDetails,
    foreign: 404,
    input: (its) => ({ SupplierId: its.supplier }),
  },
  "suppliers.addUser": {
    roles: operators,
    staff: manageUsers,
    foreign: 404,
    input: (its) => ({ SupplierId: its.supplier, UserEmail: aPerson().Email, Permissions: [manageUsers] }),
  },
  "suppliers.updateUser": {
    roles: operators,
    staff: manageUsers,
    foreign: 404,
    input: (its) => ({ SupplierId: its.supplier, UserId: its.staff, Permissions: [manageUsers] }),
    mixed: (own, others) => ({ SupplierId: own.supplier, UserId: others.staff, Permissions: [manageUsers] }),
  },
  "suppliers.removeUser": {
    roles: operators,
    staff: manageUsers,
    foreign: 404,
    input: (its) => ({ SupplierId: its.supplier, UserId: its.staff }),
    mixed: (own, others) => ({ SupplierId: own.supplier, UserId: others.staff }),
  },
  "suppliers.upsertMarketplace": { ...forOperators, input: (its) => ({ ...onMarketplace(its), CommissionRate: 0.2 }) },
  // An operator never signs for a supplier.
  "suppliers.agreeToMarketplaceAgreement": { roles: [], staff: generalDetails, foreign: 404, input: onMarketplace },
  "suppliers.disableMarketplace": { ...forOperators, input: onMarketplace },
  "suppliers.previewMany": {
    ...forSupplierImporters,
    input: (its) => ({ Ids: [its.supplier], Change: { Kind: "enable", MarketplaceId: its.marketplace } }),
  },
  "suppliers.changeMany": {
    ...forSupplierImporters,
    input: (its) => ({ Ids: [its.supplier], Change: { Kind: "enable", MarketplaceId: its.marketplace } }),
  },
  "suppliers.enableMarketplace": { ...forOperators, input: onMarketplace },

  "applications.options": forAll,
  "applications.uploadDocuments": { ...forAll, input: () => ({ DraftId: randomUUID() }) },
  "applications.submit": { ...forAll, input: anApplication },
  "applications.own": { ...forAll, input: (its) => ({ token: its.applicationToken }) },
  "applications.answer": { ...forAll, input: (its) => ({ Token: its.applicationToken, Text: "Here it is." }) },
  "applications.list": { ...forDeciders, input: nothing },
  "applications.get": { ...forDeciders, foreign: 403, input: (its) => ({ id: its.application }) },
  "applications.document": {
    ...forDeciders,
    foreign: 403,
    input: (its) => ({ id: its.application, documentId: its.applicationDocument }),
  },
  "applications.accept": {
    ...forDeciders,
    foreign: 403,
    input: (its) => ({
      ...ofApplication(its),
      UserEmail: aPerson().Email,
      Marketplaces: [{ MarketplaceId: its.shop, CommissionRate: 0.2 }],
    }),
  },
  "applications.ask": { ...forDeciders, foreign: 403, input: (its) => ({ ...ofApplication(its), Text: "Why?" }) },
  "applications.decline": {
    ...forDeciders,
    foreign: 403,
    input: (its) => ({ ...ofApplication(its), Reason: "We have enough bowls." }),
  },

  "categories.groups": { ...forCategoryReaders, input: inEmptyMarketplace },
  "categories.list": { ...forCategoryReaders, input: inEmptyMarketplace },
  "categories.get": {
    ...forCategoryReaders,
    input: (its) => ({ groupId: its.categoryGroup, fullName: "Ours" }),
  },
  "categories.add": {
    ...forCatalogueEditors,
    input: (its) => ({ MarketplaceId: its.emptyMarketplace, Name: randomUUID() }),
  },
  "categories.update": {
    ...forCatalogueEditors,
    input: (its) => ({ ...ourCategory(its), Name: "Ours", ExternalId: randomUUID() }),
  },
  "categories.remove": { ...forCatalogueEditors, input: (its) => ourCategory(its) },
  "categories.excelExport": { ...forCategoryReaders, input: inEmptyMarketplace },
  "categories.importCheck": { ...forCatalogueEditors, input: inEmptyMarketplace },
  "categories.applyImport": { ...forCatalogueEditors, input: (its) => ({ ProcessId: its.categoryCheck }) },
  "categories.importResult": { ...forCatalogueEditors, input: ourCategoryImport },
  "categories.imports": { ...forCatalogueEditors, input: inEmptyMarketplace },
  "categories.lastImport": { ...forCatalogueEditors, input: inEmptyMarketplace },
  "categories.importRefused": { ...forCatalogueEditors, input: ourCategoryImport },
  "marketplaces.list": forAll,
  "marketplaces.manage": forOperatorStaff,
  "marketplaces.get": { ...forOperatorStaff, input: (its) => ({ id: its.emptyMarketplace }) },
  "marketplaces.add": { ...forAdministratorsAlone, input: aMarketplace },
  "marketplaces.updateFeed": {
    ...forAdministratorsAlone,
    input: (its) => ({ MarketplaceId: its.emptyMarketplace, IsOn: true }),
  },
  "marketplaces.renewFeedAddress": {
    ...forAdministratorsAlone,
    input: ofEmptyMarketplace,
  },
  "marketplaces.feed": {
    ...forAll,
    input: (its) => ({ marketplaceId: its.emptyMarketplace, secret: its.feedSecret }),
    foreign: 200,
  },
  "marketplaces.updateDetails": {
    ...forAdministratorsAlone,
    input: (its) => ({ ...aMarketplace(), MarketplaceId: its.emptyMarketplace, LogoId: "" }),
  },
  "marketplaces.updateAddress": {
    ...forAdministratorsAlone,
    input: (its) => ({ MarketplaceId: its.emptyMarketplace, BusinessAddressId: its.address }),
  },
  "marketplaces.updateBasis": {
    ...forAdministratorsAlone,
    input: (its) => ({ MarketplaceId: its.emptyMarketplace, AgentFrom: "2026-07-01" }),
  },
  "marketplaces.updateClauses": {
    ...forAdministratorsAlone,
    input: (its) => ({ MarketplaceId: its.emptyMarketplace, Clauses: randomUUID() }),
  },
  "marketplaces.updateChannel": {
    ...forAdministratorsAlone,
    input: (its) => ({ MarketplaceId: its.emptyMarketplace, Channel: "webhook" }),
  },
  "marketplaces.shopOrders": { roles: operators, staff: noBit, input: inEmptyMarketplace },
  "marketplaces.readShopOrders": { roles: operators, staff: noBit, input: ofShop },
  "marketplaces.readShopOrder": { roles: operators, staff: noBit, input: ofShopOrder },
  "marketplaces.leaveOutShopOrder": { roles: operators, staff: noBit, input: ofShopOrder },
  "marketplaces.testWebhook": { ...forAdministratorsAlone, input: ofEmptyMarketplace },
  "marketplaces.deactivate": { ...forAdministratorsAlone, input: ofEmptyMarketplace },
  "marketplaces.activate": { ...forAdministratorsAlone, input: ofEmptyMarketplace },
  "marketplaces.previewAgreement": { ...forOperatorStaff, input: (its) => ({ id: its.emptyMarketplace }) },

  "products.list": {
    roles: catalogueReaders,
    staff: "anybody",
    foreign: 200,
    input: (its) => ({ supplierId: its.supplier, hideVariants: false }),
  },
  "products.get": { roles: catalogueReaders, staff: "anybody", foreign: 404, input: (its) => ({ id: its.product }) },
  "products.neighbour": {
    roles: catalogueReaders,
    staff: "anybody",
    foreign: 404,
    input: (its) => ({ id: its.product, step: "next" }),
  },
  "products.shippingMethodOptions": forAll,
  "products.marketplaceStatusOptions": forAll,
  "products.add": {
    roles: catalogueManagers,
    staff: products,
    input: newProduct,
    mixed: (own, others) => ({ ...newProduct(own), SupplierId: others.supplier }),
  },
  "products.copy": {
    roles: catalogueManagers,
    staff: products,
    seenWith: products,
    foreign: 404,
    input: (its) => ({ ProductId: its.product, Name: "A copy", ExternalSku: "COPY-1" }),
  },
  "products.excelExport": {
    roles: catalogueReaders,
    staff: "anybody",
    foreign: 200,
    input: (its) => ({ supplierId: its.supplier }),
  },
  "products.excelExportStockAndPrices": {
    roles: catalogueReaders,
    staff: "anybody",
    foreign: 200,
    input: (its) => ({ supplierId: its.supplier }),
  },
  "products.excelReferralsExport": {
    roles: catalogueReaders,
    staff: "anybody",
    foreign: 200,
    input: (its) => ({ fromDate: "2026-03-01T00:00:00Z", toDate: "2026-03-31T23:59:59Z", supplierId: its.supplier }),
  },
  "products.excelImport": forProductImporters,
  "products.excelImportStockAndPrices": forProductImporters,
  "products.excelImportCheck": forProductImporters,
  "products.excelImportStockAndPricesCheck": forProductImporters,
  "products.importFile": forProductImporters,
  "products.pictures": forProductImporters,
  "products.retryPictures": forProductImporters,
  "products.sourceFile": { ...forProductImporters, input: (its) => ({ id: its.sourceFile }) },
  "products.uploadPictures": {
    ...forProductImporters,
    seenWith: products,
    foreign: 404,
    input: (its) => ({ supplierId: its.supplier }),
  },
  "products.pictureUploads": forProductImporters,
  "products.pictureUpload": {
    ...forProductImporters,
    seenWith: products,
    foreign: 404,
    input: (its) => ({ id: its.pictureUpload }),
  },
  "products.checkSourceFile": {
    ...forProductImporters,
    input: (its) => ({ FileId: its.sourceFile, SupplierId: its.supplier, Columns: [{ Column: 1, Field: "SKU" }] }),
  },
  "history.list": { ...forAll, foreign: 404, input: (its) => ({ record: "supplier", recordId: its.supplier }) },
  "history.options": { ...forAll, foreign: 404, input: (its) => ({ record: "supplier", recordId: its.supplier }) },
  "customers.find": { ...forAdministrators, input: (its) => ({ Text: its.orderNumber }) },
  "customers.export": { ...forAdministrators, input: (its) => ({ ids: its.oldOrder }) },
  "customers.erase": { ...forAdministrators, input: (its) => ({ OrderIds: [its.oldOrder] }) },
  "history.undoable": { ...forAll, foreign: 404, input: (its) => ({ id: its.deactivation }) },
  "history.undo": { ...forOperators, input: (its) => ({ UndoneId: its.deactivation }) },
  "history.excelExport": {
    ...forAll,
    foreign: 404,
    // Without the very many changes of these tests themselves.
    input: (its) => ({ record: "supplier", recordId: its.supplier, toDate: "2026-01-01T00:00:00Z" }),
  },
  "stockFeeds.list": { ...forFeedManagers, input: (its) => ({ supplierId: its.supplier }) },
  "stockFeeds.get": { ...forFeedManagers, input: (its) => ({ id: its.stockFeed }) },
  "stockFeeds.columns": { ...forFeedManagers, input: (its) => ({ id: its.stockFeed }) },
  "stockFeeds.add": {
    ...forFeedManagers,
    input: (its) => ({
      SupplierId: its.supplier,
      Name: "Warehouse",
      Address: "https://warehouse.example/stock.csv",
      Every: 60,
    }),
  },
  "stockFeeds.update": {
    ...forFeedManagers,
    input: (its) => ({
      FeedId: its.stockFeed,
      Name: "Warehouse",
      Address: "https://warehouse.example/stock.csv",
      Every: 60,
    }),
  },
  "stockFeeds.run": { ...forFeedManagers, input: (its) => ({ FeedId: its.stockFeed }) },
  "stockFeeds.assignColumns": {
    ...forFeedManagers,
    input: (its) => ({ FeedId: its.stockFeed, Columns: [{ Column: 1, Field: "SKU" }] }),
  },
  "stockFeeds.remove": { ...forFeedManagers, input: (its) => ({ FeedId: its.stockFeed }) },
  "products.applyImport": { ...forProductImporters, input: (its) => ({ ProcessId: its.productCheck }) },
  "products.undoImport": { ...forProductImporters, input: (its) => ({ ProcessId: its.productImport }) },
  "products.excelImportResult": { ...forProductImporters, input: (its) => ({ id: its.productImport }) },
  "products.excelImports": forProductImporters,
  "products.lastExcelImport": forProductImporters,
  "products.excelImportChanges": { ...forProductImporters, input: (its) => ({ id: its.productImport }) },
  "products.excelImportRefused": { ...forProductImporters, input: (its) => ({ id: its.productImport }) },
  "products.previewMany": {
    ...forProductManagers,
    seenWith: products,
    input: (its) => ({ Ids: [its.product], Change: { Kind: "activate" } }),
    mixed: (own, others) => ({ Ids: [own.product, others.product], Change: { Kind: "deactivate" } }),
  },
  "products.changeMany": {
    ...forProductManagers,
    seenWith: products,
    input: (its) => ({ Ids: [its.product], Change: { Kind: "activate" } }),
    mixed: (own, others) => ({ Ids: [own.product, others.product], Change: { Kind: "deactivate" } }),
  },
  "products.grid": {
    ...forProductManagers,
    seenWith: products,
    foreign: 200,
    input: (its) => ({ Ids: [its.product] }),
  },
  "products.saveGrid": {
    ...forProductManagers,
    seenWith: products,
    input: (its) => ({ Rows: [{ ProductId: its.product, Name: "Bowl" }] }),
    mixed: (own, others) => ({
      Rows: [
        { ProductId: own.product, Name: "Bowl" },
        { ProductId: others.product, Name: "Bowl" },
      ],
    }),
  },
  "products.deleteAttribute": {
    ...forProductManagers,
    input: ofOwnAttribute,
    mixed: (own, others) => ({ ProductId: own.product, ProductAttributeId: others.ownAttribute }),
  },
  "products.upsertCustomAttribute": {
    ...forProductManagers,
    input: aCustomAttribute,
    mixed: (own, others) => ({ ...aCustomAttribute(own), ProductAttributeId: others.ownAttribute }),
  },
  "products.updateAttribute": {
    ...forProductManagers,
    input: (its) => ({ ProductId: its.product, AttributeId: its.attribute }),
    mixed: (own, others) => [
      { ProductId: own.product, AttributeId: others.ownAttribute },
      { ProductId: own.product, AttributeId: own.attribute, SelectedOptionIds: [others.ownOption] },
    ],
  },
  "products.updateDetails": {
    ...forProductManagers,
    input: detailsOfProduct,
    mixed: (own, others) => ({ ...detailsOfProduct(own), DefaultImageId: others.image }),
  },
  "products.upsertVariant": {
    ...forProductManagers,
    input: aVariant,
    mixed: (own, others) => [
      { ...aVariant(own), ProductVariantId: others.variant },
      { ...aVariant(own), DefaultImageId: others.image },
      { ...aVariant(own), AttributeOptionIds: [others.ownOption] },
    ],
  },
  "products.addVariants": {
    ...forProductManagers,
    input: combinedVariants,
    mixed: (own, others) => ({ ...combinedVariants(own), AttributeOptionIds: [others.combinedOption] }),
  },
  "products.deleteVariant": {
    ...forProductManagers,
    input: (its) => ({ ProductId: its.product, ProductVariantId: its.variant }),
    mixed: (own, others) => ({ ProductId: own.product, ProductVariantId: others.variant }),
  },
  "products.updateShippingMethod": {
    ...forProductManagers,
    input: (its) => productShipping(its.product),
    mixed: (own, others) => ({
      ...productShipping(own.product),
      ShippingMethod: 2,
      ShippingRuleId: others.shippingRule,
    }),
  },
  "products.upsertImage": {
    ...forProductManagers,
    input: anImage,
    mixed: (own, others) => [
      { ...anImage(own), ProductImageId: others.productImage },
      { ...anImage(own), ImageId: others.image },
    ],
  },
  "products.deleteImage": {
    ...forProductManagers,
    input: (its) => ({ ProductId: its.product, ProductImageId: its.productImage }),
    mixed: (own, others) => ({ ProductId: own.product, ProductImageId: others.productImage }),
  },
  "products.useAsHeroImage": {
    ...forProductManagers,
    input: (its) => ({ ProductId: its.product, ProductImageId: its.productImage }),
    mixed: (own, others) => ({ ProductId: own.product, ProductImageId: others.productImage }),
  },
  "products.reorderImages": {
    ...forProductManagers,
    input: (its) => ({ ProductId: its.product, ProductImageIds: [its.productImage] }),
    mixed: (own, others) => ({ ProductId: own.product, ProductImageIds: [others.productImage] }),
  },
  "products.deactivate": { ...forProductManagers, input: ofTheProduct },
  "products.activate": { ...forProductManagers, input: ofTheProduct },
  "products.syncMarketplaceProduct": {
    ...forProductManagers,
    input: (its) => ({ ProductId: its.product, MarketplaceId: its.shop }),
    mixed: (own, others) => ({ ProductId: own.product, MarketplaceId: others.shop }),
  },

  "productTypes.hierarchy": forAll,
  "productTypes.list": { ...forCatalogue, input: nothing },
  "productTypes.get": { ...forCatalogue, input: (its) => ({ id: its.productType }) },
  "productTypes.add": { ...forCatalogueEditors, input: () => ({ Name: randomUUID() }) },
  "productTypes.updateDetails": {
    ...forCatalogueEditors,
    input: (its) => ({ ProductTypeId: its.productType, Name: randomUUID() }),
  },
  "productTypes.deactivate": { ...forCatalogueEditors, input: (its) => ({ ProductTypeId: its.productType }) },
  "productTypes.activate": { ...forCatalogueEditors, input: (its) => ({ ProductTypeId: its.productType }) },
  "productTypes.addAttribute": { ...forCatalogueEditors, input: attributeOfType },
  "productTypes.removeAttribute": { ...forCatalogueEditors, input: attributeOfType },
  "productTypes.reorderAttributes": {
    ...forCatalogueEditors,
    input: (its) => ({ ProductTypeId: its.productType, AttributeIds: [its.attribute] }),
  },

  "attributes.list": { ...forCatalogue, input: nothing },
  "attributes.get": {
    ...forCatalogue,
    input: (its) => ({ id: its.attribute }),
    mixed: (_own, others) => ({ id: others.ownAttribute }),
  },
  "attributes.optionInfo": forAll,
  "attributes.add": { ...forCatalogueEditors, input: () => ({ ...attributeDetails(), OptionDataType: 0 }) },
  "attributes.updateDetails": {
    ...forCatalogueEditors,
    input: (its) => ({ ...attributeDetails(), AttributeId: its.attribute }),
  },
  "attributes.upsertOptionValues": {
    ...forCatalogueEditors,
    input: (its) => ({ AttributeId: its.attribute, Values: [{ code: "RED", value: "Red" }] }),
  },
  "attributes.deactivate": { ...forCatalogueEditors, input: (its) => ({ AttributeId: its.attribute }) },
  "attributes.activate": { ...forCatalogueEditors, input: (its) => ({ AttributeId: its.attribute }) },

  "approvals.list": {
    roles: catalogueReaders,
    staff: "anybody",
    foreign: 200,
    input: (its) => ({ supplierId: its.supplier }),
  },
  "approvals.get": {
    roles: catalogueReaders,
    staff: "anybody",
    foreign: 404,
    input: (its) => ({ id: its.listing, forDecision: true }),
  },
  "approvals.countUncategorised": { ...forApprovers, input: (its) => ({ ids: String(its.listing) }) },
  "approvals.approve": { ...forApprovers, input: ofTheListing },
  "approvals.disable": { ...forApprovers, input: (its) => ({ ...ofTheListing(its), Reason: "No barcode" }) },
  "approvals.markAsReviewed": { ...forApprovers, input: ofTheListing },
  "approvals.changeMany": { ...forApprovers, input: (its) => ({ Action: "review", Ids: [its.listing] }) },

  "commissionRules.list": { ...forCommissionReaders, input: nothing },
  "commissionRules.get": { ...forCommissionReaders, input: (its) => ({ id: its.commissionRule }) },
  "commissionRules.add": { ...forCommissionEditors, input: () => aCommissionRule() },
  "commissionRules.update": {
    ...forCommissionEditors,
    input: (its) => ({ ...aCommissionRule(), CommissionRuleId: its.commissionRule }),
  },
  "commissionRules.delete": {
    ...forCommissionEditors,
    input: (its) => ({ CommissionRuleId: its.commissionRule }),
  },
  "commissionRules.reorder": {
    ...forCommissionEditors,
    input: (its) => ({ CommissionRuleIds: [its.commissionRule] }),
  },
  "commissionRules.why": { ...forCommissionReaders, input: (its) => ({ lineItemId: its.lineItem }) },
  "commissionRules.try": { ...forCommissionEditors, input: () => aCommissionRule() },

  "shippingRules.list": {
    roles: catalogueReaders,
    staff: "anybody",
    foreign: 200,
    input: (its) => ({ supplierId: its.supplier }),
  },
  "shippingRules.get": {
    roles: catalogueReaders,
    staff: "anybody",
    foreign: 404,
    input: (its) => ({ id: its.shippingRule }),
  },
  "shippingRules.add": {
    roles: catalogueManagers,
    staff: products,
    input: (its) => ({ Name: "New", SupplierId: its.supplier }),
    mixed: (_own, others) => ({ Name: "New", SupplierId: others.supplier }),
  },
  "shippingRules.updateDetails": {
    roles: catalogueManagers,
    staff: products,
    foreign: 404,
    input: (its) => ({ ...shippingRuleDetails, ...ofTheRule(its) }),
  },
  "shippingRules.delete": { roles: catalogueManagers, staff: products, foreign: 404, input: ofTheRule },
  "shippingRules.upsertRates": {
    roles: catalogueManagers,
    staff: products,
    foreign: 404,
    input: (its) => ({ ...ofTheRule(its), ShippingRates: [aRate()] }),
  },

  "orders.list": { ...forOrderReaders, foreign: 200, input: (its) => ({ supplierId: its.supplier }) },
  "orders.get": { ...forOrderReaders, input: (its) => ({ id: its.order }) },
  "orders.add": { roles: operators, staff: noBit, input: (its) => newOrder(its.supplier, its.marketplace) },
  "orders.place": { roles: operators, staff: noBit, input: (its) => placedOrder(its.marketplace) },
  "orders.cancelPlaced": {
    roles: operators,
    staff: noBit,
    input: (its) => ({ ...byNumber(its), Lines: [{ LineItemId: its.lineItem, Quantity: 1 }] }),
  },
  "orders.refundPlaced": {
    roles: operators,
    staff: noBit,
    input: (its) => ({ ...byNumber(its), Lines: [{ LineItemId: its.lineItem, PriceIncTax: 0.01 }] }),
  },
  "orders.assignSupplier": {
    roles: operators,
    staff: noBit,
    input: (its) => ({ OrderId: its.unassignedOrder, SupplierId: its.supplier }),
  },
  "orders.previewMany": {
    ...forImporters,
    seenWith: orders,
    foreign: 404,
    input: (its) => ({ Ids: [its.order], Change: { Kind: "processing" } }),
    mixed: (own, others) => ({ Ids: [own.order, others.order], Change: { Kind: "processing" } }),
  },
  "orders.changeMany": {
    ...forImporters,
    seenWith: orders,
    foreign: 404,
    input: (its) => ({ Ids: [its.order], Change: { Kind: "processing" } }),
    mixed: (own, others) => ({ Ids: [own.order, others.order], Change: { Kind: "processing" } }),
  },
  "orders.excelExport": { ...forOrderReaders, foreign: 200, input: (its) => ({ supplierId: its.supplier }) },
  "orders.excelImport": forImporters,
  "orders.excelImportCheck": forImporters,
  "orders.applyImport": { ...forImporters, input: (its) => ({ ProcessId: its.importCheck }) },
  "orders.undoImport": { ...forImporters, input: (its) => ({ ProcessId: its.shipmentImport }) },
  "orders.excelImportResult": { ...forImporters, input: (its) => ({ id: its.importCheck }) },
  "orders.excelImports": forImporters,
  "orders.lastExcelImport": forImporters,
  "orders.excelImportRefused": { ...forImporters, input: (its) => ({ id: its.importCheck }) },
  "orders.updateDetails": { ...forOrderEditors, input: (its) => orderDetails(its.order, its.address) },
  "orders.addLineItem": { ...forOrderEditors, input: (its) => newLineItem(its.order) },
  "orders.updateLineItem": { ...forSenders, input: (its) => ({ ...ofTheLineItem(its), Status: 0 }) },
  "orders.addLineItemAdjustment": {
    ...forOrderEditors,
    input: (its) => ({ ...adjustment(its.lineItem), QuantityAdjustment: 1 }),
  },
  "orders.cancelLineItems": {
    ...forOrderEditors,
    input: (its) => ({ OrderId: its.order, LineItemIds: [its.lineItem] }),
    mixed: (own, others) => ({ OrderId: own.order, LineItemIds: [others.lineItem] }),
  },
  "orders.deleteLineItem": { ...forOrderEditors, input: ofTheLineItem },
  "orders.lineItemTransactions": {
    ...forOrderReaders,
    input: (its) => ({ orderId: its.order, lineItemId: its.lineItem }),
    mixed: (own, others) => ({ orderId: own.order, lineItemId: others.lineItem }),
  },
  "orders.sendSupplierNotification": { ...forOrderEditors, input: (its) => ({ OrderId: its.order }) },

  "shipments.list": { ...forOrderReaders, foreign: 200, input: (its) => ({ supplierId: its.supplier }) },
  "shipments.get": { ...forOrderReaders, input: (its) => ({ id: its.shipment }) },
  "shipments.couriers": forAll,
  "shipments.add": {
    ...forSenders,
    input: (its) => shipOne(its.order, its.shippedItem),
    mixed: (own, others) => [shipOne(own.order, others.shippedItem), shipOne(others.order, own.shippedItem)],
  },
  "shipments.update": { ...forSenders, input: (its) => shipmentDetails(its.shipment) },
  "shipments.packagingSlips": {
    ...forOrderReaders,
    input: (its) => ({ ids: String(its.shipment) }),
    mixed: (own, others) => ({ ids: `${own.shipment},${others.shipment}` }),
  },
  "shipments.markSlipsPrinted": {
    ...forOrderReaders,
    roles: orderReaders.filter((role) => role !== "Read Only"),
    input: (its) => ({ ShipmentIds: [its.shipment] }),
    mixed: (own, others) => ({ ShipmentIds: [own.shipment, others.shipment] }),
  },
  "shipments.markDispatched": {
    ...forSenders,
    seenWith: orders,
    input: (its) => ({ ShipmentIds: [its.shipment] }),
    mixed: (own, others) => ({ ShipmentIds: [own.shipment, others.shipment] }),
  },
  "shipments.dispatch": {
    ...forSenders,
    seenWith: orders,
    input: (its) => ({ Rows: [{ ShipmentId: its.shipment, CourierId: 1, TrackingNumber: "33XYZ0001" }] }),
    mixed: (own, others) => ({ Rows: [{ ShipmentId: own.shipment }, { ShipmentId: others.shipment }] }),
  },
  "shipments.previewMany": {
    ...forImporters,
    seenWith: orders,
    foreign: 404,
    input: (its) => ({ Ids: [its.shipment], Change: { Kind: "dispatched" } }),
    mixed: (own, others) => ({ Ids: [own.shipment, others.shipment], Change: { Kind: "dispatched" } }),
  },
  "shipments.changeMany": {
    ...forImporters,
    seenWith: orders,
    foreign: 404,
    input: (its) => ({ Ids: [its.shipment], Change: { Kind: "dispatched" } }),
    mixed: (own, others) => ({ Ids: [own.shipment, others.shipment], Change: { Kind: "dispatched" } }),
  },
  "shipments.cancel": { ...forSenders, input: (its) => ({ ShipmentId: its.shipment }) },

  "invoices.list": { ...forInvoiceReaders, foreign: 200, input: (its) => ({ supplierId: its.supplier }) },
  "invoices.get": { ...forInvoiceReaders, input: (its) => ({ id: its.invoiceToPay }) },
  "invoices.readiness": { ...forFinance, input: nothing },
  "invoices.generate": { ...forFinance, input: (its) => ({ InvoiceId: its.invoice }) },
  "invoices.void": { ...forFinance, input: (its) => ({ InvoiceId: its.emptyInvoice }) },
  "invoices.toNotify": { ...forFinance, input: nothing },
  "invoices.notifySuppliers": { ...forFinance, input: notified },
  "home.waiting": { ...forAll },
  "home.movements": { ...forOrderReaders, input: nothing, foreign: 200 },
  "search.find": { ...forAll, input: (its) => ({ q: its.name }), foreign: 200 },

  "views.list": forAll,
  "views.save": {
    ...forWriters,
    input: () => ({
      List: "orders",
      Name: "Late",
      Audience: "me",
      IsDefault: false,
      IsPinned: false,
      Query: "",
      Columns: "",
    }),
  },
  "views.remove": { ...forWriters, input: () => ({ ViewId: 999_999_999 }) },

  "discussion.list": { ...forAll, input: (its) => aboutSupplier(its), foreign: 404 },
  "discussion.people": { ...forWriters, input: (its) => aboutSupplier(its), foreign: 404 },
  "discussion.write": {
    ...forWriters,
    input: (its) => ({
      About: "supplier",
      RecordId: its.supplier,
      Text: "When do you open again?",
      Audience: "supplier",
    }),
    foreign: 404,
  },
  "discussion.remove": { ...forWriters, input: () => ({ MessageId: 999_999_999 }) },

  "notifications.list": forAll,
  "notifications.unread": forAll,
  "notifications.open": { ...forAll, input: () => ({ NotificationId: 999_999_999 }) },
  "notifications.markAllRead": { ...forAll, input: () => ({ LatestId: 1 }) },
  "notifications.emailsUnderWay": forAll,
  "notifications.mailSettings": forAll,
  "notifications.updateMailSettings": { ...forAll, input: mailSettings },
  "notifications.unsubscribe": { ...forAll, input: () => ({ Key: "k".repeat(32) }) },

  "deliveries.list": { roles: operators, staff: noBit, input: nothing },
  "deliveries.get": { roles: operators, staff: noBit, foreign: 403, input: (its) => ({ id: its.delivery }) },
  "deliveries.sendAgain": {
    roles: operators,
    staff: noBit,
    foreign: 403,
    input: (its) => ({ DeliveryId: its.delivery }),
  },
  "deliveries.sendFailed": { roles: operators, staff: noBit, input: () => ({ MarketplaceId: "" }) },
  "keys.list": { ...forKeyManagers, foreign: 200, input: (its) => ({ supplierId: its.supplier }) },
  "keys.add": {
    ...forKeyManagers,
    foreign: 404,
    input: (its) => ({ Name: "Warehouse", Scopes: ["orders.read"], SupplierId: its.supplier }),
  },
  "keys.revoke": { ...forKeyManagers, foreign: 404, input: (its) => ({ KeyId: its.key }) },
  "keys.current": forAll,

  "settings.get": { ...forFinance, input: nothing },
  "settings.updateOrganisation": { ...forAdministrators, input: () => ({ Name: "Harbour Market", LogoId: "" }) },
  "settings.updateTimeZone": { ...forAdministrators, input: () => ({ TimeZone: "Australia/Sydney" }) },
  "settings.updateRetention": { ...forAdministrators, input: () => ({ HistoryMonths: 84, CustomerMonths: 84 }) },
  "settings.updateMail": { ...forAdministrators, input: () => ({ From: "office@harbour.example" }) },
  "settings.removeMailServer": { ...forAdministrators, input: nothing },
  "settings.sendTestMail": { ...forAdministrators, input: nothing },
  "settings.proposePayer": { ...forAdministrators, input: aPayer },
  "settings.confirmPayer": { ...forFinance, input: aPayer },
  "settings.withdrawPayer": { ...forAdministrators, input: nothing },
  "setup.get": { ...forAdministrators, input: nothing },
  "setup.dismiss": { ...forAdministrators, input: () => ({ IsDismissed: true }) },
  "charges.list": { ...forInvoiceReaders, foreign: 200, input: (its) => ({ supplierId: its.supplier }) },
  "charges.add": { ...forFinance, input: aCharge },
  "charges.withdraw": { ...forFinance, input: (its) => ({ ChargeId: its.charge, Reason: "Entered twice." }) },
  "charges.monthly": {
    ...forInvoiceReaders,
    foreign: 200,
    input: (its) => ({ monthlyChargeId: its.monthlyCharge }),
  },
  "charges.endMonthly": { ...forFinance, input: (its) => ({ MonthlyChargeId: its.monthlyCharge }) },
  "charges.export": { ...forInvoiceReaders, foreign: 200, input: (its) => ({ supplierId: its.supplier }) },
  "charges.importCheck": { ...forFinance, input: nothing },
  "charges.applyImport": { ...forFinance, input: (its) => ({ ProcessId: its.chargeCheck }) },
  "charges.undoImport": { ...forFinance, input: (its) => ({ ProcessId: its.chargeImport }) },
  "charges.excelImportResult": { ...forFinance, input: (its) => ({ id: its.chargeImport }) },
  "charges.excelImports": { ...forFinance, input: nothing },
  "charges.lastExcelImport": { ...forFinance, input: nothing },
  "charges.excelImportRefused": { ...forFinance, input: (its) => ({ id: its.chargeImport }) },
  "books.journal": { ...forBookReaders, input: (its) => ({ supplierId: its.supplier }) },
  "books.journalExport": { ...forBookReaders, input: (its) => ({ supplierId: its.supplier }) },
  "books.trialBalance": { ...forBookReaders, input: (its) => ({ supplierId: its.supplier }) },
  "books.trialBalanceExport": { ...forBookReaders, input: nothing },
  "books.gst": { ...forBookReaders, input: nothing },
  "books.closing": { ...forBookReaders, input: nothing },
  "books.closings": { ...forBookReaders, input: nothing },
  "books.billCodes": { ...forBookReaders, input: nothing },
  "books.updateBillCodes": { ...forFinance, input: () => ({ CommissionCode: "200" }) },
  "books.billExports": { ...forBookReaders, input: nothing },
  "books.exportBills": { ...forFinance, input: () => ({ FromDate: "2020-01-01", ToDate: "2099-12-31" }) },
  "books.billFile": { ...forBookReaders, input: (its) => ({ id: its.billExport }) },
  "books.closeMonth": { ...forFinance, input: () => ({ Month: "2000-02" }) },
  "books.reopenMonth": { ...forFinance, input: () => ({ Month: "2000-01", Reason: "A bill was missing." }) },
  "invoices.confirmRow": { ...forInvoicedStaff, input: ofTheRow, mixed: mixedRows },
  "invoices.confirmRows": { ...forInvoicedStaff, input: (its) => ({ InvoiceId: its.invoiceToPay }) },
  "invoices.queryRow": {
    ...forInvoicedStaff,
    input: (its) => ({ ...ofTheRow(its), Note: "Two were sent." }),
    mixed: (own, others) => mixedRows(own, others).map((row) => ({ ...row, Note: "Two were sent." })),
  },
  "invoices.answerQuery": { ...forFinance, input: (its) => ({ ...ofTheRow(its), Note: "One is enough." }) },
  "invoices.holdPayment": {
    ...forFinance,
    input: (its) => ({ InvoiceId: its.invoiceToPay, Reason: "Goods were damaged." }),
  },
  "invoices.endHold": { ...forFinance, input: (its) => ({ InvoiceId: its.heldInvoice }) },
  "invoices.holdLineItem": {
    ...forFinance,
    input: (its) => ({ LineItemId: its.lineItem, Reason: "The customer disputes it." }),
  },
  "invoices.endHoldOfLineItem": { ...forFinance, input: (its) => ({ LineItemId: its.shippedItem }) },
  "invoices.payable": { ...forFinance, input: nothing },
  "invoices.makePayment": {
    ...forFinance,
    input: (its) => ({
      InvoiceIds: [its.invoiceToPay],
      BankDate: new Date(Date.now() + 172_800_000).toISOString().slice(0, 10),
    }),
  },
  "invoices.releasePayment": {
    ...forFinance,
    input: (its) => ({
      PaymentRunId: its.waitingPayment,
      BankDate: new Date(Date.now() + 172_800_000).toISOString().slice(0, 10),
    }),
  },
  "invoices.cancelPayment": {
    ...forFinance,
    input: (its) => ({ PaymentRunId: its.waitingPayment, Reason: "The wrong day." }),
  },
  "invoices.returnPayment": {
    ...forFinance,
    input: (its) => ({
      PaymentRunId: its.payment,
      SupplierId: its.supplier,
      ReturnedOn: "2026-03-03",
      Reason: "The account is closed.",
    }),
  },
  "invoices.recordReturns": { ...forFinance, input: () => ({ Content: unknownReturn, SkipOthers: true }) },
  "invoices.paymentRuns": { ...forFinance, input: nothing },
  "invoices.paymentRun": { ...forFinance, input: (its) => ({ id: its.payment }) },
  "invoices.paymentFile": { ...forFinance, input: (its) => ({ id: its.payment }) },
  "invoices.exportAll": { ...forInvoiceReaders, foreign: 409, input: (its) => ({ marketplaceId: its.marketplace }) },
  "invoices.exportReconciliation": { ...forInvoiceReaders, foreign: 200, input: reconciled },
  "invoices.export": { ...forInvoiceReaders, input: (its) => ({ invoiceId: its.invoiceToPay }) },
  "invoices.document": { ...forInvoiceReaders, input: (its) => ({ id: its.invoiceToPay }) },
  "invoices.eInvoice": { ...forInvoiceReaders, input: (its) => ({ id: its.invoiceToPay }) },
  "invoices.statement": { ...forInvoiceReaders, input: (its) => ({ id: its.supplier }) },
  "invoices.statementBalances": { ...forInvoiceReaders, input: (its) => ({ id: its.supplier }) },
  "invoices.statementExport": { ...forInvoiceReaders, input: (its) => ({ id: its.supplier }) },
  "invoices.statementDocument": { ...forInvoiceReaders, input: (its) => ({ id: its.supplier }) },
  "invoices.earnings": { ...forInvoiceReaders, input: (its) => ({ supplierId: its.supplier }) },
};

/** No bit, each bit alone, and all bits. */
export const bitSets: readonly number[] = [0, ...Object.values(SupplierPermission), everyBit];
