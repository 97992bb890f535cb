/** The forms that two people can edit at once. */
import { attributeDetails, attributeOptions } from "#contract/attributes/edits.ts";
import { categoryDetails } from "#contract/categories/edits.ts";
import { commissionRuleDetails } from "#contract/commission-rules/edits.ts";
import {
  marketplaceAddress,
  marketplaceBasis,
  marketplaceClauses,
  marketplaceDetails,
} from "#contract/marketplaces/edits.ts";
import type { Command } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { lineItemDetails, orderDetails } from "#contract/orders/edits.ts";
import { productTypeDetails } from "#contract/product-types/edits.ts";
import {
  customAttribute,
  imageDetails,
  productDetails,
  productShipping,
  variantDetails,
} from "#contract/products/edits.ts";
import { organisationSettings, retentionSettings } from "#contract/settings/edits.ts";
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
import type { Api } from "./api.ts";
import {
  aRate,
  supplierFinances as finances,
  orderDetails as newOrderDetails,
  productDetails as newProductDetails,
  productShipping as newShipping,
  shipmentDetails,
  shippingRuleDetails,
} from "./forms.ts";
import type { TestUser } from "./world.ts";

export type Values = Record<string, unknown>;
export interface Form {
  command: Command;
  /** The key fields of the record. */
  key: Values;
  /** The current record, in the fields of the command. */
  now(): Promise<Values>;
  /** The changes of two people; `theirs` is undefined if the command has only one field. */
  mine: Values;
  theirs?: Values;
}

/** The users who read and write, and the owners of the edited records. */
export interface EditWorld {
  admin: TestUser;
  other: TestUser;
  supplier: number;
}

/** Returns functions that make a record and its form. */
export function editForms(api: Api, world: EditWorld): Record<string, () => Promise<Form>> {
  const { attributes, commissionRules, orders, productTypes, shipments, products, shippingRules, suppliers } =
    operations;

  const forms: Record<string, () => Promise<Form>> = {
    "a supplier's details": async () => ({
      command: suppliers.updateDetails,
      key: { SupplierId: world.supplier },
      now: async () => supplierDetails(await api.ok(world.admin, suppliers.get, { id: world.supplier })),
      mine: { SupplierName: "Banksia" },
      theirs: { Notes: "Pays late.", Description: "<p>Trays <b>only</b>.</p>" },
    }),
    "a supplier's address": async () => {
      const address = (streetAddress: string) =>
        api.ok(world.admin, operations.locations.findOrCreateAddress, {
          streetAddress,
          city: "Fremantle",
          state: "WA",
          postCode: "6160",
          countryCode: "AU",
        });
      await api.ok(world.admin, suppliers.updateAddress, {
        SupplierId: world.supplier,
        BillingAddressId: await address("3 High Street"),
      });
      return {
        command: suppliers.updateAddress,
        key: { SupplierId: world.supplier },
        now: async () =>
          supplierAddress((await api.ok(world.admin, suppliers.get, { id: world.supplier })).billingAddress?.id),
        mine: { BillingAddressId: await address("1 High Street") },
      };
    },
    "the rights of a supplier's user": async () => {
      const { id } = await api.aUser({ links: [{ supplier: world.supplier, bits: 3 }] });
      return {
        command: suppliers.updateUser,
        key: { SupplierId: world.supplier, UserId: id },
        now: async () =>
          supplierUserRights(
            (await api.ok(world.admin, suppliers.get, { id: world.supplier })).users.find(({ userId }) => userId === id)
              ?.permissions ?? [],
          ),
        mine: { Permissions: [1, 2, 4] },
      };
    },
    "what was agreed with a marketplace": async () => {
      const marketplace = await api.aMarketplace();
      await api.anAgreement({
        supplierId: world.supplier,
        marketplaceId: marketplace,
        commissionRate: 0.3,
        referralCostPerClick: 1,
      });
      return {
        command: suppliers.upsertMarketplace,
        key: { SupplierId: world.supplier, MarketplaceId: marketplace },
        now: async () => {
          const { marketplaces } = await api.ok(world.admin, suppliers.get, { id: world.supplier });
          const terms = marketplaces.find(({ marketplaceId }) => marketplaceId === marketplace);
          return marketplaceTerms(terms as NonNullable<typeof terms>);
        },
        mine: { CommissionRate: 0.25 },
        theirs: { ReferralCostPerClickCharge: 2 },
      };
    },
    "a commission rule": async () => {
      const id = await api.ok(world.admin, commissionRules.add, { Name: "Books", Rate: 0.1, Minimum: 1 });
      return {
        command: commissionRules.update,
        key: { CommissionRuleId: id },
        now: async () => commissionRuleDetails(await api.ok(world.admin, commissionRules.get, { id })),
        mine: { Rate: 0.05 },
        theirs: { Maximum: 20 },
      };
    },
    "a shipping rule": async () => {
      const id = await api.ok(world.admin, shippingRules.add, { Name: "Parcels", SupplierId: world.supplier });
      await api.ok(world.admin, shippingRules.updateDetails, { ...shippingRuleDetails, ShippingRuleId: id });
      return {
        command: shippingRules.updateDetails,
        key: { ShippingRuleId: id },
        now: async () => ruleDetails(await api.ok(world.admin, shippingRules.get, { id })),
        mine: { Name: "Small parcels" },
        theirs: { DefaultDomesticShippingRate: 12 },
      };
    },
    "the rates of a shipping rule": async () => {
      const id = await api.ok(world.admin, shippingRules.add, { Name: "Rates", SupplierId: world.supplier });
      await api.ok(world.admin, shippingRules.upsertRates, {
        ShippingRuleId: id,
        ShippingRates: [aRate({ CountryCode: "AU", QuantityTo: 5 }), aRate({ CountryCode: "AU", QuantityFrom: 6 })],
      });
      return {
        command: shippingRules.upsertRates,
        key: { ShippingRuleId: id },
        now: async () => ruleRates((await api.ok(world.admin, shippingRules.get, { id })).shippingRates),
        mine: { ShippingRates: [aRate()] },
      };
    },
    "a product type": async () => {
      const [id, parent] = [await api.aProductType(), await api.aProductType()];
      return {
        command: productTypes.updateDetails,
        key: { ProductTypeId: id },
        now: async () => productTypeDetails(await api.ok(world.admin, productTypes.get, { id })),
        mine: { Name: `Mine ${id}` },
        theirs: { ParentProductTypeId: parent },
      };
    },
    "an attribute": async () => {
      const id = await api.ok(world.admin, attributes.add, {
        InternalName: `A ${crypto.randomUUID()}`,
        DisplayName: "Colour",
        SelectionType: 1,
        OptionDataType: 0,
      });
      return {
        command: attributes.updateDetails,
        key: { AttributeId: id },
        now: async () => attributeDetails(await api.ok(world.admin, attributes.get, { id })),
        mine: { DisplayName: "Shade" },
        theirs: { SelectionType: 2 },
      };
    },
    "the options of an attribute": async () => {
      const id = await api.ok(world.admin, attributes.add, {
        InternalName: `O ${crypto.randomUUID()}`,
        DisplayName: "Colour",
        SelectionType: 1,
        OptionDataType: 0,
      });
      await api.ok(world.admin, attributes.upsertOptionValues, {
        AttributeId: id,
        Values: [{ code: "red", value: "Red" }],
      });
      return {
        command: attributes.upsertOptionValues,
        key: { AttributeId: id },
        now: async () => attributeOptions((await api.ok(world.admin, attributes.get, { id })).values),
        mine: { Values: [{ code: "blue", value: "Blue" }] },
      };
    },
    "the shipping of a product": async () => {
      const id = await api.aProduct(world.supplier, {});
      await api.ok(world.admin, products.updateShippingMethod, newShipping(id));
      return {
        command: products.updateShippingMethod,
        key: { ProductId: id },
        now: async () => productShipping((await api.ok(world.admin, products.get, { id })).shippingMethod),
        mine: { ShippingNotes: "Leaves tomorrow." },
        theirs: { DomesticFlatRate: 12 },
      };
    },
    "an attribute that one product has": async () => {
      const id = await api.aProduct(world.supplier, {});
      const attribute = await api.ok(world.admin, products.upsertCustomAttribute, {
        ProductId: id,
        ProductAttributeId: null,
        AttributeName: "Finish",
        Options: [{ Code: "matt", Value: "Matt" }],
      });
      return {
        command: products.upsertCustomAttribute,
        key: { ProductId: id, ProductAttributeId: attribute },
        now: async () => {
          const found = (await api.ok(world.admin, products.get, { id })).attributes.find(
            ({ attributeId }) => attributeId === attribute,
          );
          return customAttribute(found as NonNullable<typeof found>);
        },
        mine: { AttributeName: "Surface" },
        theirs: {
          Options: [
            { Code: "matt", Value: "Matt" },
            { Code: "gloss", Value: "Gloss" },
          ],
        },
      };
    },
  };

  Object.assign(forms, {
    "the details of an order": async () => {
      const id = await api.anOrder(world.supplier);
      await api.ok(world.admin, orders.updateDetails, newOrderDetails(id, await api.anAddress()));
      return {
        command: orders.updateDetails,
        key: { OrderId: id },
        now: async () => orderDetails(await api.ok(world.admin, orders.get, { id })),
        mine: { CustomerSurname: "Li" },
        theirs: {
          OrderNotes: "Ring twice.",
          OrderDate: "2026-03-03T00:00:00.000Z",
          ShippingAddressId: await api.anAddress(),
        },
      };
    },
    "an item of an order": async () => {
      const order = await api.anOrder(world.supplier);
      const id = await api.aLineItem(order);
      return {
        command: orders.updateLineItem,
        key: { LineItemId: id },
        now: async () => {
          const item = (await api.ok(world.admin, orders.get, { id: order })).lineItems[0];
          return lineItemDetails(item as NonNullable<typeof item>);
        },
        mine: { OrderNotes: "Gift wrapped" },
        theirs: { SupplierNotes: "Shelf 4", Status: 1, ExpectedInStockDate: "2027-01-02" },
      };
    },
    "the tracking of a shipment": async () => {
      const order = await api.anOrder(world.supplier);
      const id = await api.aShipment(order, [{ item: await api.aLineItem(order), quantity: 1 }]);
      await api.ok(world.admin, shipments.update, shipmentDetails(id));
      return {
        command: shipments.update,
        key: { ShipmentId: id },
        now: async () => tracking(await api.ok(world.admin, shipments.get, { id })),
        mine: { TrackingNumber: "33XYZ0002" },
        theirs: { CourierId: 2 },
      };
    },
    "an image of a product": async () => {
      const product = await api.aProduct(world.supplier, {});
      const id = await api.aProductImage(product, { availableFrom: new Date("2026-03-02T00:00:00Z") });
      return {
        command: products.upsertImage,
        key: { ProductId: product, ProductImageId: id },
        now: async () => {
          const image = (await api.ok(world.admin, products.get, { id: product })).images[0];
          return imageDetails(image as NonNullable<typeof image>);
        },
        mine: { Label: "From above" },
        theirs: { AvailableFrom: "2026-04-02T00:00:00.000Z" },
      };
    },
    "the details of a product": async () => {
      const id = await api.aProduct(world.supplier, {});
      await api.ok(world.admin, products.updateDetails, newProductDetails(id, await api.aProductType()));
      return {
        command: products.updateDetails,
        key: { ProductId: id },
        now: async () => productDetails(await api.ok(world.admin, products.get, { id })),
        mine: { Name: "Bowl" },
        theirs: { ExternalSku: "FORM-2", RecommendedRetailPrice: 30 },
      };
    },
    "the account of a user": async () => {
      const { id } = await api.aUser({ roles: ["Operator"], givenName: "Kim", surname: "Doe" });
      return {
        command: operations.users.update,
        key: { UserId: id },
        now: async () => userDetails(await api.ok(world.admin, operations.users.get, { id })),
        mine: { Surname: "Lee" },
        theirs: { Roles: ["Finance"], GivenName: "Kit" },
      };
    },
    "a supplier's finances": async () => {
      await api.ok(world.admin, suppliers.updateFinancialDetails, finances(world.supplier));
      return {
        command: suppliers.updateFinancialDetails,
        key: { SupplierId: world.supplier },
        now: async () => supplierFinances(await api.ok(world.admin, suppliers.get, { id: world.supplier })),
        mine: { BillingContactEmails: "bills@acacia.example" },
        theirs: { AccountName: "Acacia Trading" },
      };
    },
    "a marketplace": async () => {
      const id = await api.aMarketplace(`Market ${crypto.randomUUID().slice(0, 8)}`);
      const { marketplaces } = operations;
      return {
        command: marketplaces.updateDetails,
        key: { MarketplaceId: id },
        now: async () => marketplaceDetails(await api.ok(world.admin, marketplaces.get, { id })),
        mine: { LegalName: "Mine Pty Ltd" },
        theirs: { TakesApplications: false },
      };
    },
    "how long data is kept": async () => {
      const { updateRetention, get } = operations.settings;
      await api.ok(world.admin, updateRetention, { HistoryMonths: 84, CustomerMonths: 84 });
      return {
        command: updateRetention,
        key: {},
        now: async () => retentionSettings((await api.ok(world.admin, get, {})).retention),
        mine: { HistoryMonths: 24 },
        theirs: { CustomerMonths: 36 },
      };
    },
    "the address of a marketplace": async () => {
      const id = await api.aMarketplace(`Market ${crypto.randomUUID().slice(0, 8)}`);
      const { updateAddress, get } = operations.marketplaces;
      await api.ok(world.admin, updateAddress, { MarketplaceId: id, BusinessAddressId: await api.anAddress() });
      return {
        command: updateAddress,
        key: { MarketplaceId: id },
        now: async () => marketplaceAddress((await api.ok(world.admin, get, { id })).businessAddress?.id),
        mine: { BusinessAddressId: await api.anAddress() },
      };
    },
    "the clauses of a marketplace": async () => {
      const id = await api.aMarketplace(`Market ${crypto.randomUUID().slice(0, 8)}`);
      const { updateClauses, get } = operations.marketplaces;
      await api.ok(world.admin, updateClauses, { MarketplaceId: id, Clauses: "Returns are accepted." });
      return {
        command: updateClauses,
        key: { MarketplaceId: id },
        now: async () => marketplaceClauses((await api.ok(world.admin, get, { id })).clauses),
        mine: { Clauses: "Parcels carry our slip." },
      };
    },
    "the basis of a marketplace": async () => {
      const id = await api.aMarketplace(`Market ${crypto.randomUUID().slice(0, 8)}`);
      const { updateBasis, get } = operations.marketplaces;
      return {
        command: updateBasis,
        key: { MarketplaceId: id },
        now: async () => marketplaceBasis((await api.ok(world.admin, get, { id })).agentFrom),
        mine: { AgentFrom: "2026-07-01" },
      };
    },
    "the organisation": async () => {
      const { updateOrganisation, get } = operations.settings;
      await api.ok(world.admin, updateOrganisation, { Name: "Countinghouse", LogoId: null });
      return {
        command: updateOrganisation,
        key: {},
        now: async () => organisationSettings((await api.ok(world.admin, get, {})).organisation),
        mine: { Name: "Harbour Market" },
      };
    },
    "a category": async () => {
      const { group } = await api.aCategoryGroup(await api.aMarketplace(`Market ${crypto.randomUUID().slice(0, 8)}`), [
        "Home",
      ]);
      const { update, get } = operations.categories;
      return {
        command: update,
        key: { GroupId: group, FullName: "Home" },
        now: async () => categoryDetails(await api.ok(world.admin, get, { groupId: group, fullName: "Home" })),
        mine: { ExternalId: "H-1" },
      };
    },
    "a variant of a product": async () => {
      const id = await api.aProduct(world.supplier, { hasVariants: true });
      const variant = await api.aVariant(id, { name: "Large", externalSku: "L-1", recommendedRetailPrice: 20 });
      return {
        command: products.upsertVariant,
        key: { ProductId: id, ProductVariantId: variant },
        now: async () => {
          const found = (await api.ok(world.admin, products.get, { id })).productVariants[0];
          return variantDetails(found as NonNullable<typeof found>);
        },
        mine: { Name: "Extra large" },
        theirs: { ExternalSku: "XL-1", RecommendedRetailPrice: 30 },
      };
    },
  } satisfies typeof forms);

  return forms;
}
