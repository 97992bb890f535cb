/** For each form that two people can edit at once: both changes are stored, or the second person is informed. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attributeDetails, attributeOptions } from "#contract/attributes/edits.ts";
import { alreadySent, type Command } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { lineItemDetails, orderDetails } from "#contract/orders/edits.ts";
import { productTypeDetails } from "#contract/product-types/edits.ts";
import { customAttribute, imageDetails, productShipping } from "#contract/products/edits.ts";
import { shownText } from "#contract/rules/edits.ts";
import { tracking } from "#contract/shipments/edits.ts";
import { ruleDetails, ruleRates } from "#contract/shipping-rules/edits.ts";
import { marketplaceTerms, supplierAddress, supplierDetails, supplierUserRights } from "#contract/suppliers/edits.ts";
import { startApi } from "#tests/support/api.ts";
import {
  aRate,
  supplierDetails as newDetails,
  orderDetails as newOrderDetails,
  productShipping as newShipping,
  shipmentDetails,
  shippingRuleDetails,
} from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi({ RATE_LIMIT: "off" });
const { attributes, orders, productTypes, shipments, products, shippingRules, suppliers } = operations;

let admin: TestUser;
let other: TestUser;
let supplier: number;
beforeAll(async () => {
  admin = await api.aUser({ roles: ["Administrator"] });
  other = await api.aUser({ roles: ["Administrator"], givenName: "Otto", surname: "Ohm" });
});
beforeEach(async () => {
  supplier = await api.aSupplier();
  await api.ok(admin, suppliers.updateDetails, newDetails(supplier));
});

type Values = Record<string, unknown>;
interface Form {
  command: Command;
  /** The key fields of the record. */
  key: Values;
  /** The current record, in the fields of the command. */
  now(): Promise<Values>;
  /** The changes of two people; `theirs` is undefined if the command has only one field. */
  mine: Values;
  theirs?: Values;
}

const forms: Record<string, () => Promise<Form>> = {
  "a supplier's details": async () => ({
    command: suppliers.updateDetails,
    key: { SupplierId: supplier },
    now: async () => supplierDetails(await api.ok(admin, suppliers.get, { id: supplier })),
    mine: { SupplierName: "Banksia" },
    theirs: { Notes: "Pays late.", Description: "<p>Trays <b>only</b>.</p>" },
  }),
  "a supplier's address": async () => {
    const address = (streetAddress: string) =>
      api.ok(admin, operations.locations.findOrCreateAddress, {
        streetAddress,
        city: "Fremantle",
        state: "WA",
        postCode: "6160",
        countryCode: "AU",
      });
    await api.ok(admin, suppliers.updateAddress, {
      SupplierId: supplier,
      BillingAddressId: await address("3 High Street"),
    });
    return {
      command: suppliers.updateAddress,
      key: { SupplierId: supplier },
      now: async () => supplierAddress((await api.ok(admin, suppliers.get, { id: supplier })).billingAddress?.id),
      mine: { BillingAddressId: await address("1 High Street") },
    };
  },
  "the rights of a supplier's user": async () => {
    const { id } = await api.aUser({ links: [{ supplier, bits: 3 }] });
    return {
      command: suppliers.updateUser,
      key: { SupplierId: supplier, UserId: id },
      now: async () =>
        supplierUserRights(
          (await api.ok(admin, suppliers.get, { id: supplier })).users.find(({ userId }) => userId === id)
            ?.permissions ?? [],
        ),
      mine: { Permissions: [1, 2, 4] },
    };
  },
  "what was agreed with a marketplace": async () => {
    const marketplace = await api.aMarketplace();
    await api.anAgreement({
      supplierId: supplier,
      marketplaceId: marketplace,
      commissionRate: 0.3,
      referralCostPerClick: 1,
    });
    return {
      command: suppliers.upsertMarketplace,
      key: { SupplierId: supplier, MarketplaceId: marketplace },
      now: async () => {
        const { marketplaces } = await api.ok(admin, suppliers.get, { id: supplier });
        const terms = marketplaces.find(({ marketplaceId }) => marketplaceId === marketplace);
        return marketplaceTerms(terms as NonNullable<typeof terms>);
      },
      mine: { CommissionRate: 0.25 },
      theirs: { ReferralCostPerClickCharge: 2 },
    };
  },
  "a shipping rule": async () => {
    const id = await api.ok(admin, shippingRules.add, { Name: "Parcels", SupplierId: supplier });
    await api.ok(admin, shippingRules.updateDetails, { ...shippingRuleDetails, ShippingRuleId: id });
    return {
      command: shippingRules.updateDetails,
      key: { ShippingRuleId: id },
      now: async () => ruleDetails(await api.ok(admin, shippingRules.get, { id })),
      mine: { Name: "Small parcels" },
      theirs: { DefaultDomesticShippingRate: 12 },
    };
  },
  "the rates of a shipping rule": async () => {
    const id = await api.ok(admin, shippingRules.add, { Name: "Rates", SupplierId: supplier });
    await api.ok(admin, shippingRules.upsertRates, {
      ShippingRuleId: id,
      ShippingRates: [aRate({ CountryCode: "AU", QuantityTo: 5 }), aRate({ CountryCode: "AU", QuantityFrom: 6 })],
    });
    return {
      command: shippingRules.upsertRates,
      key: { ShippingRuleId: id },
      now: async () => ruleRates((await api.ok(admin, shippingRules.get, { id })).shippingRates),
      mine: { ShippingRates: [aRate()] },
    };
  },
  "a product type": async () => {
    const [id, parent] = [await api.aProductType(), await api.aProductType()];
    return {
      command: productTypes.updateDetails,
      key: { ProductTypeId: id },
      now: async () => productTypeDetails(await api.ok(admin, productTypes.get, { id })),
      mine: { Name: `Mine ${id}` },
      theirs: { ParentProductTypeId: parent },
    };
  },
  "an attribute": async () => {
    const id = await api.ok(admin, attributes.add, {
      InternalName: `A ${crypto.randomUUID()}`,
      DisplayName: "Colour",
      SelectionType: 1,
      OptionDataType: 0,
    });
    return {
      command: attributes.updateDetails,
      key: { AttributeId: id },
      now: async () => attributeDetails(await api.ok(admin, attributes.get, { id })),
      mine: { DisplayName: "Shade" },
      theirs: { SelectionType: 2 },
    };
  },
  "the options of an attribute": async () => {
    const id = await api.ok(admin, attributes.add, {
      InternalName: `O ${crypto.randomUUID()}`,
      DisplayName: "Colour",
      SelectionType: 1,
      OptionDataType: 0,
    });
    await api.ok(admin, attributes.upsertOptionValues, { AttributeId: id, Values: [{ code: "red", value: "Red" }] });
    return {
      command: attributes.upsertOptionValues,
      key: { AttributeId: id },
      now: async () => attributeOptions((await api.ok(admin, attributes.get, { id })).values),
      mine: { Values: [{ code: "blue", value: "Blue" }] },
    };
  },
  "the shipping of a product": async () => {
    const id = await api.aProduct(supplier, {});
    await api.ok(admin, products.updateShippingMethod, newShipping(id));
    return {
      command: products.updateShippingMethod,
      key: { ProductId: id },
      now: async () => productShipping((await api.ok(admin, products.get, { id })).shippingMethod),
      mine: { ShippingNotes: "Leaves tomorrow." },
      theirs: { DomesticFlatRate: 12 },
    };
  },
  "an attribute that one product has": async () => {
    const id = await api.aProduct(supplier, {});
    const attribute = await api.ok(admin, products.upsertCustomAttribute, {
      ProductId: id,
      ProductAttributeId: null,
      AttributeName: "Finish",
      Options: [{ Code: "matt", Value: "Matt" }],
    });
    return {
      command: products.upsertCustomAttribute,
      key: { ProductId: id, ProductAttributeId: attribute },
      now: async () => {
        const found = (await api.ok(admin, products.get, { id })).attributes.find(
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
    const id = await api.anOrder(supplier);
    await api.ok(admin, orders.updateDetails, newOrderDetails(id, await api.anAddress()));
    return {
      command: orders.updateDetails,
      key: { OrderId: id },
      now: async () => orderDetails(await api.ok(admin, orders.get, { id })),
      mine: { CustomerSurname: "Li" },
      theirs: {
        OrderNotes: "Ring twice.",
        OrderDate: "2026-03-03T00:00:00.000Z",
        ShippingAddressId: await api.anAddress(),
      },
    };
  },
  "an item of an order": async () => {
    const order = await api.anOrder(supplier);
    const id = await api.aLineItem(order);
    return {
      command: orders.updateLineItem,
      key: { LineItemId: id },
      now: async () => {
        const item = (await api.ok(admin, orders.get, { id: order })).lineItems[0];
        return lineItemDetails(item as NonNullable<typeof item>);
      },
      mine: { OrderNotes: "Gift wrapped" },
      theirs: { SupplierNotes: "Shelf 4", Status: 1, ExpectedInStockDate: "2027-01-02" },
    };
  },
  "the tracking of a shipment": async () => {
    const order = await api.anOrder(supplier);
    const id = await api.aShipment(order, [{ item: await api.aLineItem(order), quantity: 1 }]);
    await api.ok(admin, shipments.update, shipmentDetails(id));
    return {
      command: shipments.update,
      key: { ShipmentId: id },
      now: async () => tracking(await api.ok(admin, shipments.get, { id })),
      mine: { TrackingNumber: "33XYZ0002" },
      theirs: { CourierId: 2 },
    };
  },
  "an image of a product": async () => {
    const product = await api.aProduct(supplier, {});
    const id = await api.aProductImage(product, { availableFrom: new Date("2026-03-02T00:00:00Z") });
    return {
      command: products.upsertImage,
      key: { ProductId: product, ProductImageId: id },
      now: async () => {
        const image = (await api.ok(admin, products.get, { id: product })).images[0];
        return imageDetails(image as NonNullable<typeof image>);
      },
      mine: { Label: "From above" },
      theirs: { AvailableFrom: "2026-04-02T00:00:00.000Z" },
    };
  },
} satisfies typeof forms);

const send = (form: Form, values: Values, as = admin) =>
  api.call(as, form.command, { ...form.key, ...values } as never);

describe.each(Object.entries(forms))("%s", (_, make) => {
  test("is not reverted by a user who had it open and changed another field, or nothing", async () => {
    const form = await make();
    const shown = await form.now();
    const theirs = form.theirs ?? form.mine;
    expect(await send(form, { ...shown, ...theirs })).toMatchObject({ status: 200 });
    const after = await form.now();
    expect(after, "their change was written").not.toEqual(shown);
    const mine = form.theirs ? form.mine : {};
    expect(await send(form, { ...shown, ...mine, Shown: shownText(shown) })).toMatchObject({ status: 200 });
    expect(await form.now()).toEqual({ ...after, ...mine });
  });

  test("accepts a concurrent change of the same field only after its sender has seen the first", async () => {
    const form = await make();
    const shown = await form.now();
    const [field = ""] = Object.keys(form.mine);
    await send(form, { ...shown, ...form.mine });
    const first = await form.now();
    const before = { [field]: "something else" };
    const Shown = shownText({ ...shown, ...before });
    const second = await send(form, { ...shown, Shown });
    expect(second).toMatchObject({ status: 409, problem: { theirs: { [field]: first[field] } } });
    expect(await form.now()).toEqual(first);
    expect(await send(form, { ...shown, Shown: second.problem.shown })).toMatchObject({ status: 200 });
    expect(await form.now()).toEqual({ ...first, [field]: shown[field] });
  });

  test("is saved twice in a row from the same form, without a conflict with oneself", async () => {
    const form = await make();
    const shown = await form.now();
    const Shown = shownText(shown);
    const Id = randomUUID();
    expect(await send(form, { ...shown, ...form.mine, Shown, Id })).toMatchObject({ status: 200 });
    const first = await form.now();
    const again = { ...shown, ...form.mine, ...form.theirs, Shown };
    if (form.theirs)
      expect(await send(form, { ...again, Id })).toMatchObject({ status: 409, problem: { code: alreadySent } });
    expect(await send(form, { ...again, After: Id })).toMatchObject({ status: 200 });
    const second = await form.now();
    for (const field of Object.keys(form.mine)) expect(second[field]).toEqual(first[field]);
    for (const field of Object.keys(form.theirs ?? {})) expect(second[field]).not.toEqual(shown[field]);
    // A third time, with the values that the form showed at first.
    expect(await send(form, { ...shown, Shown, After: Id })).toMatchObject({ status: 200 });
    expect(await form.now()).toEqual(second);
  });

  test("names who else has changed the same field, when and how", async () => {
    const form = await make();
    const shown = await form.now();
    const [field = ""] = Object.keys(form.mine);
    await send(form, { ...shown, ...form.mine }, other);
    const Shown = shownText({ ...shown, [field]: "something else" });
    const { problem } = await send(form, { ...shown, Shown });
    expect(problem.by).toEqual({
      [field]: { userName: "Otto Ohm", at: expect.stringMatching(/^20.*Z$/), way: "form", detail: "" },
    });
  });
});

/** What one of two people does: opens the form, or saves it with these changes. */
const step = fc.record({
  who: fc.constantFrom(0, 1),
  does: fc.constantFrom("opens", "saves"),
  mine: fc.boolean(),
  theirs: fc.boolean(),
});

test("500 random interleavings of two people lose nobody's change, and refuse only what somebody else has changed", async () => {
  const made = await Promise.all(Object.values(forms).map(prepared));
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: made.length - 1 }), fc.array(step, { minLength: 2, maxLength: 6 }), (which, steps) =>
      interleave(made[which] as Prepared, steps),
    ),
    { numRuns: 500 },
  );
}, 180_000);

type Group = "mine" | "theirs";
interface Prepared {
  form: Form;
  /** Both values of each group of fields that are changed together. */
  groups: Partial<Record<Group, [Values, Values]>>;
}

async function prepared(make: () => Promise<Form>): Promise<Prepared> {
  const form = await make();
  const shown = await form.now();
  await send(form, { ...shown, ...form.mine, ...form.theirs });
  // As they are stored, such as rich text.
  const changed = await form.now();
  await send(form, shown);
  const of = (values: Values, fields: Values) =>
    Object.fromEntries(Object.keys(fields).map((field) => [field, values[field]]));
  const both = (fields: Values): [Values, Values] => [of(shown, fields), of(changed, fields)];
  return { form, groups: { mine: both(form.mine), ...(form.theirs && { theirs: both(form.theirs) }) } };
}

interface OpenForm {
  values: Values;
  shown: string;
  /** The number of the step. */
  at: number;
}

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function interleave({ form, groups }: Prepared, steps: readonly Step[]) {
  const opens = async (at: number): Promise<OpenForm> => {
    const values = await form.now();
    return { values, shown: shownText(values), at };
  };
  const open = [await opens(-1), await opens(-1)];
  const changed: { by: number; at: number; group: Group }[] = [];
  for (const [at, { who, does, ...chosen }] of steps.entries()) {
    if (does === "opens") {
      open[who] = await opens(at);
      continue;
    }
    const { values, shown, at: openedAt } = open[who] as OpenForm;
    const before = await form.now();
    const toggled = (["mine", "theirs"] as const).filter((group) => chosen[group] && groups[group]);
    const entered: Values = { ...values };
    for (const group of toggled) {
      const [one, two] = groups[group] as [Values, Values];
      const isOne = Object.entries(one).every(([field, value]) => isDeepStrictEqual(values[field], value));
      Object.assign(entered, isOne ? two : one);
    }
    const { status, problem } = await send(form, { ...entered, Shown: shown }, who === 0 ? admin : other);
    const after = await form.now();
    const isTouched = (group: Group) =>
      changed.some((each) => each.by !== who && each.at > openedAt && each.group === group);
    if (status === 409) {
      expect(after).toEqual(before);
      expect(toggled.some(isTouched), JSON.stringify(problem)).toBe(true);
      open[who] = await opens(at);
      continue;
    }
    expect([status, problem]).toMatchObject([200, {}]);
    const expected = { ...before };
    for (const group of toggled)
      for (const field of Object.keys(groups[group]?.[0] ?? {})) expected[field] = entered[field];
    expect(after).toEqual(expected);
    for (const group of toggled) changed.push({ by: who, at, group });
  }
}
