/**
 * Every field of every command is stored and answered, and a sender that does not know a field does not clear it. A
 * command with a new field fails here until the field is in its round trip, or in `notStored` with the reason.
 */
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { openWebhookSecret } from "#api/areas/channels/webhook-secret.ts";
import { shopSecretsOf } from "#api/areas/shops/open-shop.ts";
import {
  applicationDocuments,
  marketplaces as storedMarketplaces,
  shops as storedShops,
} from "#api/core/database/schema/index.ts";
import { attributeDetails, attributeOptions } from "#contract/attributes/edits.ts";
import { categoryDetails } from "#contract/categories/edits.ts";
import { commissionRuleDetails } from "#contract/commission-rules/edits.ts";
import { FileLocation } from "#contract/enumerations.ts";
import {
  marketplaceAddress,
  marketplaceBasis,
  marketplaceChannel,
  marketplaceClauses,
  marketplaceDetails,
  marketplaceFeed,
} from "#contract/marketplaces/edits.ts";
import type { Command, Operation } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { lineItemDetails, orderDetails } from "#contract/orders/edits.ts";
import { productTypeDetails } from "#contract/product-types/edits.ts";
import {
  attributeOfProduct,
  customAttribute,
  imageDetails,
  productDetails,
  productShipping,
  variantDetails,
} from "#contract/products/edits.ts";
import { add } from "#contract/rules/money.ts";
import { organisationSettings, retentionSettings, timeZoneSettings } from "#contract/settings/edits.ts";
import { tracking } from "#contract/shipments/edits.ts";
import { ruleDetails, ruleRates } from "#contract/shipping-rules/edits.ts";
import {
  marketplaceTerms,
  supplierAddress,
  supplierDetails,
  supplierFinances,
  supplierUserRights,
} from "#contract/suppliers/edits.ts";
import { userDetails } from "#contract/users/edits.ts";
import { viewFields } from "#contract/views/edits.ts";
import { startApi } from "#tests/support/api.ts";
import { anAddress, aRate, newOrder } from "#tests/support/forms.ts";
import { aVaryingProduct } from "#tests/support/varying-product.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi({ PAYER_ACCOUNT: "" });
const {
  applications,
  attributes,
  categories,
  commissionRules,
  marketplaces,
  orders,
  productTypes,
  products,
  shipments,
  settings,
  shippingRules,
  suppliers,
  users,
} = operations;

let admin: TestUser;
let supplier: number;
let marketplace: number;
beforeAll(async () => {
  admin = await api.aUser({ roles: ["Administrator"] });
  supplier = await api.aSupplier();
  marketplace = await api.aMarketplace();
});

type Values = Record<string, unknown>;

interface RoundTrip {
  command: Command;
  /** The fields that identify the record. */
  key: Values;
  /** A value for every other field, none of them the one that the record has or gets by default. */
  values: Values;
  /** Returns these fields as a query answers them. @param result the command's answer, such as a new id */
  read(result: never): Promise<Values>;
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The record is not in the answer.");
  return value;
}

const supplierNow = () => api.ok(admin, suppliers.get, { id: supplier });
const marketplaceNow = () => api.ok(admin, marketplaces.get, { id: marketplace });
const settingsNow = () => api.ok(admin, operations.settings.get, {});
const keyNow = async (id: number) =>
  present((await api.ok(admin, operations.keys.list, { pageSize: 200 })).items.find((row) => row.id === id));
const productNow = (id: number) => api.ok(admin, products.get, { id });
const uploaded = (location: number) => api.aFile({ location, createdBy: admin.id });
const dimensions = {
  ShippingPackageWeight: 1.25,
  ShippingPackageHeight: 100,
  ShippingPackageWidth: 200,
  ShippingPackageDepth: 300,
};

const commissionRuleValues = async () => ({
  Name: "Books of Harbour",
  MarketplaceId: marketplace,
  SupplierId: supplier,
  ProductTypeId: await api.aProductType(),
  PriceFrom: 10,
  PriceTo: 99.95,
  FromDay: "2026-03-02",
  UntilDay: "2026-04-02",
  Rate: 0.125,
  FixedAmount: 0.5,
  FixedPer: "piece",
  Minimum: 1,
  Maximum: 25,
  OnShipping: true,
});

async function newAddress(streetAddress: string): Promise<string> {
  return api.ok(admin, operations.locations.findOrCreateAddress, { ...anAddress, streetAddress });
}

async function shopChannelNow() {
  const [shop] = await api.database.db.select().from(storedShops).where(eq(storedShops.marketplaceId, marketplace));
  const secrets = shop && (await shopSecretsOf({ settingsSecrets: ["a secret for tests alone"] }, shop));
  const { Channel, ShopUrl, ShopKey } = marketplaceChannel(await marketplaceNow());
  return {
    Channel,
    ShopUrl,
    ShopSecret: secrets?.secret,
    ...(Channel === "wooCommerce" ? { ShopKey } : { ShopClientSecret: secrets?.webhookSecret }),
  };
}

const trips: Record<string, () => Promise<RoundTrip>> = {
  "users.register": async () => ({
    command: users.register,
    key: {},
    values: { Email: "new@example.com", GivenName: "Kim", Surname: "Li", Roles: ["Finance", "Operator"] },
    read: async (id) => userDetails(await api.ok(admin, users.get, { id })),
  }),
  "users.update": async () => {
    const { id } = await api.aUser({ roles: ["Finance"] });
    return {
      command: users.update,
      key: { UserId: id },
      values: {
        Email: `${crypto.randomUUID()}@example.com`,
        GivenName: "Ana",
        Surname: "Lee",
        Roles: ["Catalogue Manager"],
      },
      read: async () => userDetails(await api.ok(admin, users.get, { id })),
    };
  },
  "applications.submit": async () => {
    const Id = crypto.randomUUID();
    const document = await api.aFile({ location: FileLocation.applicationDocument });
    await api.database.db
      .insert(applicationDocuments)
      .values({ id: document, draftId: Id, name: "register.pdf", size: 1 });
    return {
      command: applications.submit,
      key: { Id },
      values: {
        CompanyName: "Wattle Goods",
        LegalName: "Wattle Goods Pty Ltd",
        Abn: "53004085616",
        GivenName: "Ana",
        Surname: "Lee",
        Email: "ana@wattle.example",
        Phone: "(03) 5550 4321",
        About: "Baskets.",
        MarketplaceIds: [await api.aMarketplace()],
        DocumentIds: [document],
      },
      read: async () => {
        const { items } = await api.ok(admin, applications.list, { companyName: "Wattle Goods" });
        const found = await api.ok(admin, applications.get, { id: present(items[0]).id });
        return {
          CompanyName: found.companyName,
          LegalName: found.legalName,
          Abn: found.abn,
          GivenName: found.givenName,
          Surname: found.surname,
          Email: found.email,
          Phone: found.phone,
          About: found.about,
          MarketplaceIds: found.marketplaces.map(({ id }) => id),
          DocumentIds: found.documents.map(({ id }) => id),
        };
      },
    };
  },
  "suppliers.add": async () => ({
    command: suppliers.add,
    key: {},
    values: { SupplierName: "Banksia Goods", PrimaryContactEmail: "banksia@example.com" },
    read: async (id) => {
      const { name, orderContactEmails, billingContactEmails } = await api.ok(admin, suppliers.get, { id });
      expect(billingContactEmails).toBe(orderContactEmails);
      return { SupplierName: name, PrimaryContactEmail: orderContactEmails };
    },
  }),
  "suppliers.updateAddress": async () => ({
    command: suppliers.updateAddress,
    key: { SupplierId: supplier },
    values: { BillingAddressId: await newAddress("3 High Street") },
    read: async () => supplierAddress((await supplierNow()).billingAddress?.id),
  }),
  "suppliers.updateDetails": async () => ({
    command: suppliers.updateDetails,
    key: { SupplierId: supplier },
    values: {
      SupplierName: "Acacia",
      SupplierLegalName: "Acacia Homewares Pty Ltd",
      LogoId: await uploaded(1),
      Description: "<p>Baskets and trays.</p>",
      OrderContactEmails: "orders@acacia.example",
      BusinessPhoneNumber: "(08) 5550 1234",
      Notes: "Pays late.",
      HandlingDays: 3,
      OrderEmails: "daily",
    },
    read: async () => supplierDetails(await supplierNow()),
  }),
  "suppliers.updateFinancialDetails": async () => ({
    command: suppliers.updateFinancialDetails,
    key: { SupplierId: supplier },
    values: {
      ABN: "51824753556",
      BSB: "980123",
      AccountNumber: "123456",
      AccountName: "Acacia",
      BillingContactEmails: "accounts@acacia.example",
      InvoiceFiles: "pdfAndEInvoice",
    },
    read: async () => supplierFinances(await supplierNow()),
  }),
  "suppliers.checkGst": async () => {
    const id = await api.aSupplier({ abn: "51824753556" });
    return {
      command: suppliers.checkGst,
      key: { SupplierId: id },
      values: { Registered: "yes", RegisteredFrom: "2020-07-01", RegisteredUntil: "2026-06-30", NoAbnReason: "Hobby" },
      read: async () => {
        const { gstRegistered, gstRegisteredFrom, gstRegisteredUntil, noAbnReason } = await api.ok(
          admin,
          suppliers.get,
          { id },
        );
        const Registered = gstRegistered ? "yes" : "no";
        return {
          Registered,
          RegisteredFrom: gstRegisteredFrom,
          RegisteredUntil: gstRegisteredUntil,
          NoAbnReason: noAbnReason,
        };
      },
    };
  },
  "suppliers.addUser": async () => ({
    command: suppliers.addUser,
    key: { SupplierId: supplier },
    values: { UserEmail: "staff@example.com", Permissions: [1, 8] },
    read: async () => {
      const { email, permissions } = present(
        (await supplierNow()).users.find((user) => user.email === "staff@example.com"),
      );
      return { UserEmail: email, Permissions: permissions };
    },
  }),
  "suppliers.updateUser": async () => {
    const { id } = await api.aUser({ links: [{ supplier, bits: 3 }] });
    return {
      command: suppliers.updateUser,
      key: { SupplierId: supplier, UserId: id },
      values: { Permissions: [2, 4] },
      read: async () =>
        supplierUserRights(present((await supplierNow()).users.find(({ userId }) => userId === id)).permissions),
    };
  },
  "suppliers.upsertMarketplace": async () => ({
    command: suppliers.upsertMarketplace,
    key: { SupplierId: supplier, MarketplaceId: marketplace },
    values: { CommissionRate: 0.25, ReferralCostPerClickCharge: 2 },
    read: async () =>
      marketplaceTerms(
        present((await supplierNow()).marketplaces.find(({ marketplaceId }) => marketplaceId === marketplace)),
      ),
  }),
  "marketplaces.add": async () => ({
    command: marketplaces.add,
    key: {},
    values: { Name: "Corner Room", LegalName: "Corner Room Pty Ltd", Abn: "53004085616", OrderNumberPrefix: "CR" },
    read: async (id) => {
      const shown = marketplaceDetails(await api.ok(admin, marketplaces.get, { id }));
      const { LogoId: _, TakesApplications: __, ...details } = shown;
      return details;
    },
  }),
  "marketplaces.updateDetails": async () => ({
    command: marketplaces.updateDetails,
    key: { MarketplaceId: marketplace },
    values: {
      Name: "Harbour & Co",
      LegalName: "Harbour & Co Pty Ltd",
      Abn: "53004085616",
      OrderNumberPrefix: "HC",
      LogoId: await uploaded(FileLocation.marketplaceLogo),
      TakesApplications: false,
    },
    read: async () => marketplaceDetails(await marketplaceNow()),
  }),
  "marketplaces.updateAddress": async () => ({
    command: marketplaces.updateAddress,
    key: { MarketplaceId: marketplace },
    values: { BusinessAddressId: await newAddress("8 High Street") },
    read: async () => marketplaceAddress((await marketplaceNow()).businessAddress?.id),
  }),
  "marketplaces.updateBasis": async () => {
    const id = await api.aMarketplace();
    return {
      command: marketplaces.updateBasis,
      key: { MarketplaceId: id },
      values: { AgentFrom: "2026-07-01" },
      read: async () => marketplaceBasis((await api.ok(admin, marketplaces.get, { id })).agentFrom),
    };
  },
  "marketplaces.updateClauses": async () => ({
    command: marketplaces.updateClauses,
    key: { MarketplaceId: marketplace },
    values: { Clauses: "Parcels carry our slip.\nReturns are accepted." },
    read: async () => marketplaceClauses((await marketplaceNow()).clauses),
  }),
  "marketplaces.updateChannel": async () => ({
    command: marketplaces.updateChannel,
    key: { MarketplaceId: marketplace },
    values: {
      Channel: "webhook",
      WebhookUrl: "https://192.88.98.1/listings",
      WebhookSecret: "a secret of a webhook",
    },
    read: async () => {
      const [{ webhookSecret } = { webhookSecret: null }] = await api.database.db
        .select()
        .from(storedMarketplaces)
        .where(eq(storedMarketplaces.id, marketplace));
      const keys = ["a secret for tests alone"];
      return {
        ...marketplaceChannel(await marketplaceNow()),
        WebhookSecret: await openWebhookSecret(keys, marketplace, webhookSecret ?? ""),
      };
    },
  }),
  "marketplaces.updateChannel, to a shop of WooCommerce": async () => ({
    command: marketplaces.updateChannel,
    key: { MarketplaceId: marketplace },
    values: {
      Channel: "wooCommerce",
      ShopUrl: "https://192.88.98.1/shop",
      ShopKey: "ck_1234567890",
      ShopSecret: "cs_1234567890",
    },
    read: shopChannelNow,
  }),
  "marketplaces.updateChannel, to a shop of Shopify": async () => ({
    command: marketplaces.updateChannel,
    key: { MarketplaceId: marketplace },
    values: {
      Channel: "shopify",
      ShopUrl: "https://192.88.98.1",
      ShopSecret: "shpat_1234567890",
      ShopClientSecret: "a client secret of an app",
    },
    read: shopChannelNow,
  }),
  "products.add": async () => ({
    command: products.add,
    key: {},
    values: {
      Name: "Linen tray",
      ProductTypeId: await api.aProductType(),
      TaxClass: "gstFree",
      SupplierId: supplier,
      RecommendedRetailPrice: 20,
      ExternalSku: "TRAY-9",
      HasVariants: true,
    },
    read: async (id) => {
      const product = await productNow(id);
      const { Name, ProductTypeId, TaxClass, RecommendedRetailPrice, ExternalSku, HasVariants } =
        productDetails(product);
      return {
        Name,
        ProductTypeId,
        TaxClass,
        SupplierId: product.supplierId,
        RecommendedRetailPrice,
        ExternalSku,
        HasVariants,
      };
    },
  }),
  "products.upsertCustomAttribute": async () => {
    const product = await api.aProduct(supplier, {});
    const attribute = await api.ok(admin, products.upsertCustomAttribute, {
      ProductId: product,
      ProductAttributeId: null,
      AttributeName: "Finish",
      Options: [{ Code: "matt", Value: "Matt" }],
    });
    return {
      command: products.upsertCustomAttribute,
      key: { ProductId: product, ProductAttributeId: attribute },
      values: { AttributeName: "Surface", Options: [{ Code: "gloss", Value: "Gloss" }] },
      read: async () => customAttribute(present((await productNow(product)).attributes[0])),
    };
  },
  "products.updateAttribute, with options": async () => {
    const { product, colour, options } = await aVaryingProduct(api, { supplierId: supplier });
    return {
      command: products.updateAttribute,
      key: { ProductId: product, AttributeId: colour },
      values: { UseForVariations: true, SelectedOptionIds: [options.Blue, options.Green] },
      read: async () => {
        const { UseForVariations, SelectedOptionIds } = attributeOfProduct(
          present((await productNow(product)).attributes.find(({ attributeId }) => attributeId === colour)),
        );
        return { UseForVariations, SelectedOptionIds };
      },
    };
  },
  "products.updateAttribute, with a text": async () => {
    const { product, productType } = await aVaryingProduct(api, { supplierId: supplier });
    const care = await api.ok(admin, attributes.add, {
      InternalName: `Care ${crypto.randomUUID()}`,
      DisplayName: "Care",
      SelectionType: 3,
      OptionDataType: 0,
    });
    await api.ok(admin, productTypes.addAttribute, { ProductTypeId: productType, AttributeId: care });
    return {
      command: products.updateAttribute,
      key: { ProductId: product, AttributeId: care },
      values: { Value: "Hand wash" },
      read: async () => {
        const { Value } = attributeOfProduct(
          present((await productNow(product)).attributes.find(({ attributeId }) => attributeId === care)),
        );
        return { Value };
      },
    };
  },
  "products.updateDetails": async () => {
    const referrer = await api.aSupplier();
    await api.anAgreement({ supplierId: referrer, marketplaceId: marketplace, referralCostPerClick: 1 });
    const product = await api.aProduct(referrer, {});
    return {
      command: products.updateDetails,
      key: { ProductId: product },
      values: {
        Name: "Linen tray",
        Description: "<p>For tea.</p>",
        DefaultImageId: await uploaded(2),
        ExternalSku: "TRAY-7",
        ProductTypeId: await api.aProductType(),
        TaxClass: "gstFree",
        HasVariants: false,
        RecommendedRetailPrice: 30,
        SalePrice: 25,
        ManageStock: true,
        StockQuantity: 12,
        ...dimensions,
        IsReferralProduct: true,
        ReferralProductUrl: "https://acacia.example/tray",
        ReferralProductCallToAction: "Buy at Acacia",
        Brand: "Acacia & Daughters",
        Gtin: "9780306406157",
      },
      read: async () => productDetails(await productNow(product)),
    };
  },
  "products.upsertVariant": async () => {
    const { product, options } = await aVaryingProduct(api, { supplierId: supplier });
    const variant = await api.aVariant(product, { options: [options.Red, options.Small] });
    return {
      command: products.upsertVariant,
      key: { ProductId: product, ProductVariantId: variant },
      values: {
        Name: "Small blue tray",
        DefaultImageId: await uploaded(3),
        ExternalSku: "TRAY-B-S",
        RecommendedRetailPrice: 33,
        SalePrice: 22,
        ManageStock: true,
        StockQuantity: 7,
        AttributeOptionIds: [options.Blue, options.Small],
        ...dimensions,
        Gtin: "96385074",
      },
      read: async () => variantDetails(present((await productNow(product)).productVariants[0])),
    };
  },
  "products.updateShippingMethod, with a flat rate": async () => {
    const product = await api.aProduct(supplier, {});
    return {
      command: products.updateShippingMethod,
      key: { ProductId: product },
      values: {
        ShippingMethod: 0,
        DomesticFlatRate: 8,
        AllowShippingInternationally: true,
        InternationalFlatRate: 16,
        ShippingNotes: "Leaves within two days.",
        HandlingDays: 2,
      },
      read: async () => {
        const { ShippingRuleId: _, ...flat } = productShipping((await productNow(product)).shippingMethod);
        return flat;
      },
    };
  },
  "products.updateShippingMethod, with a rule": async () => {
    const product = await api.aProduct(supplier, {});
    return {
      command: products.updateShippingMethod,
      key: { ProductId: product },
      values: {
        ShippingMethod: 2,
        ShippingRuleId: await api.aShippingRule({ supplierId: supplier }),
        ShippingNotes: "Leaves today.",
        HandlingDays: 0,
      },
      read: async () => {
        const { ShippingMethod, ShippingRuleId, ShippingNotes, HandlingDays } = productShipping(
          (await productNow(product)).shippingMethod,
        );
        return { ShippingMethod, ShippingRuleId, ShippingNotes, HandlingDays };
      },
    };
  },
  "products.upsertImage": async () => {
    const product = await api.aProduct(supplier, {});
    await api.aProductImage(product);
    const image = await api.aProductImage(product);
    return {
      command: products.upsertImage,
      key: { ProductId: product, ProductImageId: image },
      values: {
        ImageId: await uploaded(2),
        Label: "From above",
        Position: 1,
        AvailableFrom: "2026-04-02T00:00:00.000Z",
      },
      read: async () => {
        const found = present((await productNow(product)).images.find(({ id }) => id === image));
        return { ...imageDetails(found), Position: found.position };
      },
    };
  },
  "productTypes.add": async () => ({
    command: productTypes.add,
    key: {},
    values: {
      Name: `Type ${crypto.randomUUID()}`,
      ParentProductTypeId: await api.aProductType(),
      TaxClass: "gstFree",
    },
    read: async (id) => productTypeDetails(await api.ok(admin, productTypes.get, { id })),
  }),
  "productTypes.updateDetails": async () => {
    const id = await api.aProductType();
    return {
      command: productTypes.updateDetails,
      key: { ProductTypeId: id },
      values: {
        Name: `Type ${crypto.randomUUID()}`,
        ParentProductTypeId: await api.aProductType(),
        TaxClass: "inputTaxed",
      },
      read: async () => productTypeDetails(await api.ok(admin, productTypes.get, { id })),
    };
  },
  "attributes.add": async () => ({
    command: attributes.add,
    key: {},
    values: {
      InternalName: `Colour ${crypto.randomUUID()}`,
      DisplayName: "Colour",
      SelectionType: 2,
      OptionDataType: 1,
    },
    read: async (id) => {
      const attribute = await api.ok(admin, attributes.get, { id });
      return { ...attributeDetails(attribute), OptionDataType: attribute.optionDataType };
    },
  }),
  "attributes.updateDetails": async () => {
    const id = await api.anAttribute({ displayName: "Colour", options: ["Red"] });
    return {
      command: attributes.updateDetails,
      key: { AttributeId: id },
      values: { InternalName: `Shade ${crypto.randomUUID()}`, DisplayName: "Shade", SelectionType: 2 },
      read: async () => attributeDetails(await api.ok(admin, attributes.get, { id })),
    };
  },
  "attributes.upsertOptionValues": async () => {
    const id = await api.anAttribute({ displayName: "Colour", options: ["Red"] });
    return {
      command: attributes.upsertOptionValues,
      key: { AttributeId: id },
      values: { Values: [{ code: "blue", value: "Blue" }] },
      read: async () => attributeOptions((await api.ok(admin, attributes.get, { id })).values),
    };
  },
  "commissionRules.add": async () => ({
    command: commissionRules.add,
    key: {},
    values: await commissionRuleValues(),
    read: async (id) => commissionRuleDetails(await api.ok(admin, commissionRules.get, { id })),
  }),
  "commissionRules.update": async () => {
    const id = await api.ok(admin, commissionRules.add, { Name: "Rule", Rate: 0.1 });
    return {
      command: commissionRules.update,
      key: { CommissionRuleId: id },
      values: await commissionRuleValues(),
      read: async () => commissionRuleDetails(await api.ok(admin, commissionRules.get, { id })),
    };
  },
  "shippingRules.add": async () => ({
    command: shippingRules.add,
    key: {},
    values: { Name: "Parcels", SupplierId: supplier },
    read: async (id) => {
      const { name, supplierId } = await api.ok(admin, shippingRules.get, { id });
      return { Name: name, SupplierId: supplierId };
    },
  }),
  "shippingRules.updateDetails": async () => {
    const id = await api.ok(admin, shippingRules.add, { Name: "Rule", SupplierId: supplier });
    return {
      command: shippingRules.updateDetails,
      key: { ShippingRuleId: id },
      values: {
        Name: "Small parcels",
        SellAnywhereDomestically: true,
        DefaultDomesticShippingRate: 9.0455,
        SellAnywhereInternationally: true,
        DefaultInternationalShippingRate: 18.5,
      },
      read: async () => ruleDetails(await api.ok(admin, shippingRules.get, { id })),
    };
  },
  "shippingRules.upsertRates": async () => {
    const id = await api.ok(admin, shippingRules.add, { Name: "Rates", SupplierId: supplier });
    return {
      command: shippingRules.upsertRates,
      key: { ShippingRuleId: id },
      values: {
        ShippingRates: [
          aRate({ CountryCode: "AU", State: "WA", QuantityTo: 4, ShippingRatePerItem: 7.25 }),
          aRate({ CountryCode: "AU", State: "WA", QuantityFrom: 5, ShippingRatePerItem: 6 }),
        ],
      },
      read: async () => ruleRates((await api.ok(admin, shippingRules.get, { id })).shippingRates),
    };
  },
  "orders.add": async () => ({
    command: orders.add,
    key: {},
    values: {
      ...newOrder(supplier, marketplace),
      Name: "MK-1001",
      OrderDate: "2026-03-02T04:05:06.000Z",
      ShipBy: "2026-03-06",
    },
    read: async (id) => {
      const order = await api.ok(admin, orders.get, { id });
      const {
        MarketplaceOrderId,
        OrderDate,
        CustomerFirstName,
        CustomerSurname,
        CustomerEmail,
        CustomerPhoneNumber,
        ShipBy,
      } = orderDetails(order);
      return {
        SupplierId: order.supplierId,
        MarketplaceId: order.marketplaceId,
        Name: MarketplaceOrderId,
        OrderDate,
        CustomerFirstName,
        CustomerSurname,
        CustomerEmail,
        CustomerPhoneNumber,
        ShipBy,
      };
    },
  }),
  "orders.place": async () => {
    return {
      command: orders.place,
      key: {},
      values: {
        MarketplaceId: marketplace,
        MarketplaceOrderId: "MK-2001",
        OrderDate: "2026-03-02T04:05:06.000Z",
        Currency: "AUD",
        CustomerFirstName: "Ana",
        CustomerSurname: "Lee",
        CustomerEmail: "ana@example.com",
        CustomerPhoneNumber: "(08) 5550 9999",
        CompanyName: "Lee Pty Ltd",
        ShippingAddress: { ...anAddress, unitNumber: "3", streetAddress2: "Rear" },
        OrderNotes: "Ring twice.",
        ShipBy: "2026-03-09",
        ShippingIncTax: 5,
        TotalIncTax: 24.9,
        Lines: [
          {
            Sku: "TRAY-9",
            MarketplaceSku: "",
            ProductName: "Linen tray, large",
            Quantity: 2,
            PriceIncTax: 9.95,
            OrderNotes: "Gift wrapped",
            Options: [{ Name: "Colour", Value: "Red" }],
          },
        ],
      },
      read: async (placed: { orders: { id: number }[] }) => {
        const order = await api.ok(admin, orders.get, { id: present(placed.orders[0]).id });
        const { ShippingAddressId: _, ...details } = orderDetails(order);
        const { id: _id, countryName: _name, ...address } = present(order.shippingAddress ?? undefined);
        return {
          ...details,
          MarketplaceId: order.marketplaceId,
          Currency: "AUD",
          ShippingAddress: address,
          ShippingIncTax: present(order.lineItems[0]).shippingAmount.ordered,
          TotalIncTax: add(
            ...order.lineItems.flatMap((item) => [item.purchaseAmount.ordered, item.shippingAmount.ordered]),
          ),
          Lines: order.lineItems.map((item) => ({
            Sku: item.productSku,
            MarketplaceSku: "",
            ProductName: item.productName,
            Quantity: item.quantity.ordered,
            PriceIncTax: add(item.purchasePriceExTax, item.purchasePriceTax),
            OrderNotes: item.orderNotes,
            Options: item.options.map(({ name, value }) => ({ Name: name, Value: value })),
          })),
        };
      },
    };
  },
  "marketplaces.updateFeed": async () => ({
    command: marketplaces.updateFeed,
    key: { MarketplaceId: marketplace },
    values: { IsOn: true, ProductLink: "https://shop.example/p/{sku}" },
    read: async () => marketplaceFeed(await marketplaceNow()),
  }),
  "orders.assignSupplier": async () => {
    const id = await api.anOrder(null);
    return {
      command: orders.assignSupplier,
      key: { OrderId: id },
      values: { SupplierId: supplier },
      read: async () => ({ SupplierId: (await api.ok(admin, orders.get, { id })).supplierId }),
    };
  },
  "orders.updateDetails": async () => {
    const id = await api.anOrder(null);
    return {
      command: orders.updateDetails,
      key: { OrderId: id },
      values: {
        SupplierId: supplier,
        MarketplaceOrderId: "MK-1002",
        OrderDate: "2026-03-03T04:05:06.000Z",
        CustomerFirstName: "Ana",
        CustomerSurname: "Lee",
        CustomerEmail: "ana@example.com",
        CustomerPhoneNumber: "(08) 5550 9999",
        CompanyName: "Lee Pty Ltd",
        ShippingAddressId: await newAddress("5 High Street"),
        OrderNotes: "Ring twice.",
        ShipBy: "2026-03-09",
      },
      read: async () => {
        const order = await api.ok(admin, orders.get, { id });
        return { ...orderDetails(order), SupplierId: order.supplierId };
      },
    };
  },
  "orders.addLineItem": async () => {
    const order = await api.anOrder(supplier);
    const product = await api.aProduct(supplier, {});
    return {
      command: orders.addLineItem,
      key: { OrderId: order },
      values: {
        ProductId: product,
        ProductName: "Linen tray, large",
        ProductSku: "TRAY-L",
        PurchasePriceExTax: 9.05,
        PurchasePriceTax: 0.9,
        Quantity: 2,
        ShippingAmountExTax: 4.55,
        ShippingAmountTax: 0.45,
        CommissionRate: 0.25,
        OrderNotes: "Gift wrapped",
        SupplierNotes: "Shelf 4",
        Options: [{ Name: "Colour", Value: "Red" }],
      },
      read: async () => {
        const item = present((await api.ok(admin, orders.get, { id: order })).lineItems[0]);
        const sale = present(item.transactions[0]);
        return {
          ProductId: item.productId,
          ProductName: item.productName,
          ProductSku: item.productSku,
          PurchasePriceExTax: item.purchasePriceExTax,
          PurchasePriceTax: item.purchasePriceTax,
          Quantity: sale.quantity,
          ShippingAmountExTax: sale.shippingAmountExTax,
          ShippingAmountTax: sale.shippingAmountTax,
          CommissionRate: item.commissionRate,
          OrderNotes: item.orderNotes,
          SupplierNotes: item.supplierNotes,
          Options: item.options.map(({ name, value }) => ({ Name: name, Value: value })),
        };
      },
    };
  },
  "orders.updateLineItem": async () => {
    const order = await api.anOrder(supplier);
    const id = await api.aLineItem(order);
    return {
      command: orders.updateLineItem,
      key: { LineItemId: id },
      values: {
        OrderNotes: "Gift wrapped",
        SupplierNotes: "Shelf 4",
        Status: 1,
        ExpectedInStockDate: "2027-01-02",
      },
      read: async () => lineItemDetails(present((await api.ok(admin, orders.get, { id: order })).lineItems[0])),
    };
  },
  "shipments.update": async () => {
    const order = await api.anOrder(supplier);
    const id = await api.aShipment(order, [{ item: await api.aLineItem(order), quantity: 1 }]);
    return {
      command: shipments.update,
      key: { ShipmentId: id },
      values: { CourierId: 2, TrackingNumber: "33XYZ0002", Status: 2 },
      read: async () => tracking(await api.ok(admin, shipments.get, { id })),
    };
  },
  "categories.add": async () => ({
    command: categories.add,
    key: { MarketplaceId: marketplace },
    values: {
      GroupId: (await api.aCategoryGroup(marketplace, ["Home"])).group,
      Under: "Home",
      Name: "Decor",
      ExternalId: "D",
    },
    read: async ({ groupId, fullName }: { groupId: number; fullName: string }) => ({
      GroupId: groupId,
      ...categoryDetails(await api.ok(admin, categories.get, { groupId, fullName })),
    }),
  }),
  "categories.update": async () => {
    const { group } = await api.aCategoryGroup(marketplace, ["Home", "Garden"]);
    return {
      command: categories.update,
      key: { GroupId: group, FullName: "Garden" },
      values: { Under: "", Name: "Garden", ExternalId: "G" },
      read: async () => categoryDetails(await api.ok(admin, categories.get, { groupId: group, fullName: "Garden" })),
    };
  },
  "settings.updateOrganisation": async () => ({
    command: settings.updateOrganisation,
    key: {},
    values: { Name: "Harbour Market", LogoId: await uploaded(6) },
    read: async () => organisationSettings((await settingsNow()).organisation),
  }),
  "settings.updateTimeZone": async () => ({
    command: settings.updateTimeZone,
    key: {},
    values: { TimeZone: "Australia/Perth" },
    read: async () => timeZoneSettings((await settingsNow()).timeZone.value),
  }),
  "settings.updateRetention": async () => ({
    command: settings.updateRetention,
    key: {},
    values: { HistoryMonths: 24, CustomerMonths: 60 },
    read: async () => retentionSettings((await settingsNow()).retention),
  }),
  "settings.updateMail": async () => ({
    command: settings.updateMail,
    key: {},
    values: { From: "office@harbour.example", Server: "smtp://mail.harbour.example:2525" },
    read: async () => {
      const { from, server } = (await settingsNow()).mail;
      return { From: from.value, Server: server.shown };
    },
  }),
  "views.save": async () => ({
    command: operations.views.save,
    key: { ViewId: "" },
    values: {
      List: "orders",
      Name: "Late orders",
      Audience: "Operator",
      IsDefault: true,
      IsPinned: true,
      Query: "shipBy=late&sort=shipBy",
      Columns: "Customer\nShip by",
    },
    read: async (id: number) => {
      const view = present((await api.ok(admin, operations.views.list, {})).items.find((item) => item.id === id));
      return { List: view.list, ...viewFields(view) };
    },
  }),
  "keys.add, of a marketplace": async () => ({
    command: operations.keys.add,
    key: {},
    values: { Name: "Web shop", Scopes: ["orders.place", "orders.read"], EndsOn: "", MarketplaceId: marketplace },
    read: async ({ id }: { id: number }) => {
      const { name, scopes, endsAt, marketplaceId } = await keyNow(id);
      return { Name: name, Scopes: scopes, EndsOn: endsAt ?? "", MarketplaceId: marketplaceId };
    },
  }),
  "keys.add, of a supplier": async () => ({
    command: operations.keys.add,
    key: {},
    values: { Name: "Warehouse", Scopes: ["stock"], EndsOn: "2999-01-31", SupplierId: supplier },
    read: async ({ id }: { id: number }) => {
      const { name, scopes, endsAt, supplierId } = await keyNow(id);
      return { Name: name, Scopes: scopes, EndsOn: endsAt?.slice(0, 10), SupplierId: supplierId };
    },
  }),
  "discussion.write": async () => ({
    command: operations.discussion.write,
    key: { About: "supplier", RecordId: supplier },
    values: { Text: "When do you open again?", Audience: "operators" },
    read: async () => {
      const { messages } = await api.ok(admin, operations.discussion.list, { about: "supplier", recordId: supplier });
      const message = present(messages.at(-1));
      return { Text: message.text, Audience: message.audience };
    },
  }),
  "notifications.updateMailSettings": async () => ({
    command: operations.notifications.updateMailSettings,
    key: {},
    values: {
      Mentioned: "off",
      Queried: "daily",
      Refused: "atOnce",
      Imported: "daily",
      Failed: "off",
      Feeds: "off",
      Unreachable: "daily",
    },
    read: () => api.ok(admin, operations.notifications.mailSettings, {}),
  }),
  "stockFeeds.add": async () => ({
    command: operations.stockFeeds.add,
    key: { SupplierId: supplier, Password: "a password" },
    values: {
      Name: "Warehouse",
      Address: "https://203.0.114.1/stock.csv",
      UserName: "acacia",
      SignIn: "password",
      Every: 15,
    },
    read: async (id: number) => feedNow(id),
  }),
  "stockFeeds.update": async () => {
    const FeedId = await api.ok(admin, operations.stockFeeds.add, {
      SupplierId: supplier,
      Name: "Warehouse",
      Address: "https://203.0.114.1/stock.csv",
      Every: 60,
    });
    return {
      command: operations.stockFeeds.update,
      key: { FeedId, Password: "" },
      values: {
        Name: "Shop",
        Address: "sftp://203.0.114.2/stock.csv",
        UserName: "banksia",
        SignIn: "key",
        Every: 1_440,
        IsPaused: true,
      },
      read: async () => ({
        ...(await feedNow(FeedId)),
        IsPaused: (await api.ok(admin, operations.stockFeeds.get, { id: FeedId })).isPaused,
      }),
    };
  },
  "settings.proposePayer": async () => ({
    command: settings.proposePayer,
    key: {},
    values: {
      BankCode: "ANZ",
      UserName: "Harbour Trading",
      UserId: "301500",
      Bsb: "012003",
      AccountNumber: "123456",
    },
    read: async () => {
      const { bankCode, userName, userId, bsb, accountNumber } = present((await settingsNow()).payer.proposed?.account);
      return { BankCode: bankCode, UserName: userName, UserId: userId, Bsb: bsb, AccountNumber: accountNumber };
    },
  }),
};

async function feedNow(id: number) {
  const { name, address, userName, publicKey, every } = await api.ok(admin, operations.stockFeeds.get, { id });
  const SignIn = publicKey === null ? "password" : "key";
  return { Name: name, Address: address, UserName: userName, SignIn, Every: every };
}

/** Commands with fields that are not values of one record, and what these fields do. */
const notStored: Record<string, string> = {
  "categories.remove": "name the category",
  "settings.confirmPayer": "are compared with the account that waits",
  "setup.dismiss": "is read back in settings.test.ts",
  "suppliers.verifyBankDetails": "are compared with the stored account",
  "suppliers.setCarrierKey": "is a secret that no query answers, see supplier-carrier.test.ts",
  "products.applyImport": "decides what happens to concurrent changes",
  "products.checkSourceFile": "say how to read a file, see products-source-files.test.ts",
  "stockFeeds.assignColumns": "say how to read a file, see stock-feeds.test.ts",
  "approvals.approve": "are read back in approvals-commands.test.ts",
  "approvals.disable": "is read back in approvals-commands.test.ts",
  "approvals.changeMany": "describe work in the background",
  "products.changeMany": "describe work in the background, see products-many.test.ts",
  "products.saveGrid": "are read back in products-grid.test.ts",
  "orders.changeMany": "describe work in the background, see orders-changed-many.test.ts",
  "shipments.dispatch": "are read back in shipments-dispatch.test.ts",
  "shipments.changeMany": "describe work in the background, see shipments-many.test.ts",
  "suppliers.changeMany": "describe work in the background, see suppliers-many.test.ts",
  "products.copy": "become a new product, see product-copy.test.ts",
  "products.addVariants": "become several variants, see product-combinations.test.ts",
  "users.changeMany": "describe work in the background, see users-many.test.ts",
  "notifications.markAllRead": "says what the sender has seen",
  "notifications.unsubscribe": "are the key and what it stops, see notifications.test.ts",
  "applications.answer": "become an entry of the application, see applications.test.ts",
  "applications.ask": "becomes an entry of the application, see applications.test.ts",
  "applications.decline": "becomes an entry of the application, see applications.test.ts",
  "applications.accept": "become a supplier, see applications.test.ts",
  "commissionRules.reorder": "is read back in commission-rules.test.ts",
  "orders.addLineItemAdjustment": "become entries of the ledger, see orders-adjustments.test.ts",
  "orders.cancelPlaced": "become entries of the ledger, see orders-placed-changes.test.ts",
  "orders.refundPlaced": "become entries of the ledger, see orders-placed-changes.test.ts",
  "orders.cancelLineItems": "becomes the comment of entries of the ledger, see orders-cancel.test.ts",
  "shipments.add": "are read back in shipments-commands.test.ts",
  "invoices.generate": "select what is invoiced",
  "invoices.notifySuppliers": "are read back in invoices-notify.test.ts",
  "invoices.queryRow": "become entries of a thread, see invoices-answers.test.ts",
  "invoices.answerQuery": "become entries of a thread, see invoices-answers.test.ts",
  "invoices.makePayment": "are read back in invoices-payments.test.ts",
  "invoices.holdPayment": "is read back in held-payments.test.ts",
  "invoices.endHold": "is read back in held-payments.test.ts",
  "invoices.holdLineItem": "is read back in held-rows.test.ts",
  "invoices.endHoldOfLineItem": "is read back in held-rows.test.ts",
  "invoices.releasePayment": "are read back in released-payments.test.ts",
  "invoices.cancelPayment": "are read back in released-payments.test.ts",
  "invoices.returnPayment": "are read back in returned-payments.test.ts",
  "invoices.recordReturns": "are read back in returns-file.test.ts",
  "charges.add": "are read back in charges.test.ts",
  "books.updateBillCodes": "are read back in books-bills.test.ts",
  "books.exportBills": "are read back in books-bills.test.ts",
  "books.closeMonth": "is read back in books-closing.test.ts",
  "books.reopenMonth": "are read back in books-closing.test.ts",
  "charges.withdraw": "is read back in charges.test.ts",
};

/** Fields of commands that no record has: idempotency keys, the snapshot of a form, an answered question. */
const ofTheRequest = ["Id", "Shown", "After", "SkuIsShared"];
/** Declared by the specification and always 0. */
const placeholders = ["suppliers.add: SupplierId"];
const fieldsOf = ({ input }: Command) =>
  Object.keys((input as unknown as { shape: Values }).shape).filter((field) => !ofTheRequest.includes(field));
/**
 * Fields of the specification that mean "none" where they are left out, as they always have: every sender knows them.
 * A field that is added later belongs here only if no sender can be without it.
 */
const noneIfLeftOut: Record<string, string[]> = {
  "users.update": ["GivenName", "Surname"],
  "commissionRules.update": [
    ...["MarketplaceId", "SupplierId", "ProductTypeId", "PriceFrom", "PriceTo", "FromDay", "UntilDay"],
    ...["FixedAmount", "FixedPer", "Minimum", "Maximum", "OnShipping"],
  ],
  "suppliers.updateFinancialDetails": ["ABN", "BSB", "AccountNumber", "AccountName"],
  "suppliers.upsertMarketplace": ["ReferralCostPerClickCharge"],
  "products.updateAttribute, with options": ["SelectedOptionIds"],
  "products.updateDetails": ["SalePrice", "ManageStock", "IsReferralProduct"],
  "products.upsertVariant": ["SalePrice", "ManageStock"],
  "products.updateShippingMethod, with a flat rate": ["AllowShippingInternationally"],
  "productTypes.updateDetails": ["ParentProductTypeId"],
  "orders.updateDetails": ["CustomerPhoneNumber", "CompanyName", "OrderNotes"],
  "orders.updateLineItem": ["OrderNotes", "SupplierNotes"],
};

const isId = (field: string) => /Ids?$/.test(field);

const commands = Object.entries(operations).flatMap(([area, ofArea]) =>
  Object.entries<Operation>(ofArea).flatMap(([name, operation]) =>
    operation.kind === "command" ? [[`${area}.${name}`, operation] as const] : [],
  ),
);

test("every command with fields of its own has a round trip with all of them", async () => {
  const covered = new Map<Command, Set<string>>();
  for (const make of Object.values(trips)) {
    const { command, key, values } = await make();
    const fields = covered.get(command) ?? covered.set(command, new Set()).get(command);
    for (const field of Object.keys({ ...key, ...values })) fields?.add(field);
  }
  const missing = commands.flatMap(([name, command]) => {
    const fields = fieldsOf(command).filter((field) => !covered.get(command)?.has(field));
    const isForRecords = !covered.has(command) && fields.every(isId);
    return isForRecords || name in notStored ? [] : fields.map((field) => `${name}: ${field}`);
  });
  expect(missing).toEqual(placeholders);
  expect(Object.keys(notStored).filter((name) => commands.every(([known]) => known !== name))).toEqual([]);
});

describe.each(Object.entries(trips))("%s", (name, make) => {
  test("stores and answers every field", async () => {
    const { command, key, values, read } = await make();
    const result = await api.ok(admin, command, { ...key, ...values } as never);
    expect(await read(result as never)).toEqual(values);
  });

  if (!/\.(update|upsert)/.test(name)) return;

  test("keeps every field that a sender does not know", async () => {
    const { command: operation, key, values, read } = await make();
    const result = await api.ok(admin, operation, { ...key, ...values } as never);
    const stored = JSON.stringify(await read(result as never));
    const cleared: string[] = [];
    for (const field of Object.keys(values)) {
      const { [field]: _, ...others } = { ...key, ...values };
      const { status } = await api.call(admin, operation, others as never);
      expect([200, 422], field).toContain(status);
      if (JSON.stringify(await read(result as never)) === stored) continue;
      cleared.push(field);
      await api.ok(admin, operation, { ...key, ...values } as never);
    }
    expect(cleared).toEqual(noneIfLeftOut[name] ?? []);
  });
});
