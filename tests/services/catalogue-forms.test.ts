import { describe, expect, it } from "vitest";
import { errorsByField } from "#app/lib/form-answer.ts";
import { fieldsOfRows, rowsOfFields, withoutRows } from "#app/lib/form-rows.ts";
import { hierarchyOptions } from "#app/lib/hierarchy.ts";
import { move, moved, placed } from "#app/lib/order.ts";
import { deactivationText } from "#app/routes/product-types/parts/deactivation.ts";
import type { ProductTypeNode } from "#contract/product-types/schema.ts";

describe("the rows of a list among the fields of a form", () => {
  const rows = [
    { code: "a", value: "A" },
    { code: "", value: "B" },
  ];

  it("are parsed in the order of their indexes", () => {
    const fields = fieldsOfRows("Values", rows);
    expect(Object.keys(fields)).toEqual(["Values.0.code", "Values.0.value", "Values.1.code", "Values.1.value"]);
    expect(rowsOfFields("Values", { Id: "1", ...fields, "Other.0.code": "x" })).toEqual(rows);
    const many = Array.from({ length: 12 }, (_, i) => ({ value: String(i) }));
    expect(rowsOfFields("Values", Object.fromEntries(Object.entries(fieldsOfRows("Values", many)).reverse()))).toEqual(
      many,
    );
  });

  it("are separated from the other fields", () => {
    expect(withoutRows({ Id: "1", Roles: ["a"], ...fieldsOfRows("Values", rows) })).toEqual({ Id: "1", Roles: ["a"] });
  });
});

describe("messages by field", () => {
  const message = (words: string) => ({ type: "custom", message: words, ref: {} });

  it("have the names of their fields, even when nested", () => {
    expect(errorsByField({ Name: message("no"), Values: [undefined, { code: message("twice") }] })).toEqual({
      Name: { type: "custom", message: "no" },
      "Values.1.code": { type: "custom", message: "twice" },
    });
  });

  it("have the name of the list if they concern the whole list", () => {
    const list = Object.assign([undefined, { code: message("twice") }], { root: message("too many") });
    expect(Object.keys(errorsByField({ Values: list }))).toEqual(["Values.1.code", "Values"]);
    expect(errorsByField({ root: message("upload") })).toEqual({ root: { type: "custom", message: "upload" } });
  });
});

describe("an order", () => {
  it("moves an item by one step, but not past its ends", () => {
    expect(moved([5, 7, 9], move(9, "up"))).toEqual([5, 9, 7]);
    expect(moved([5, 7, 9], move(5, "down"))).toEqual([7, 5, 9]);
    for (const pressed of [move(5, "up"), move(9, "down"), move(8, "up"), "5.sideways", "nonsense", ""])
      expect(moved([5, 7, 9], pressed)).toEqual([5, 7, 9]);
  });

  it("can move an item to any position", () => {
    expect(placed([1, 2, 3, 4], 0, 2)).toEqual([2, 3, 1, 4]);
    expect(placed([1, 2, 3, 4], 3, 0)).toEqual([4, 1, 2, 3]);
    expect(placed([1, 2], -1, 0)).toEqual([1, 2]);
  });
});

describe("the tree of product types as choices", () => {
  const node = (id: number, name: string, ...children: ProductTypeNode[]): ProductTypeNode => ({
    id,
    name,
    isDisabled: false,
    children,
  });
  const tree = [
    node(1, "Home", node(2, "Kitchen", node(3, "Boards")), { ...node(4, "Bedding"), isDisabled: true }),
    node(5, "Outdoor"),
  ];

  it("has two dashes for each level, and marks disabled types", () => {
    expect(hierarchyOptions(tree).map(({ label }) => label)).toEqual([
      "Home",
      "-- Kitchen",
      "---- Boards",
      "-- Bedding (Disabled)",
      "Outdoor",
    ]);
  });

  it("can omit a type and its descendants", () => {
    expect(hierarchyOptions(tree, { without: 2 }).map(({ value }) => value)).toEqual(["1", "4", "5"]);
  });
});

describe("the question before a product type is deactivated", () => {
  it.each([
    [0, "No active product is of this type."],
    [
      1,
      "1 product of the type Tents will be disabled and become unavailable on all marketplaces. It has to be reactivated individually",
    ],
    [
      1234,
      "1,234 products of the type Tents will be disabled and become unavailable on all marketplaces. They have to be reactivated individually",
    ],
  ])("states how many products it disables: %d", (products, words) => {
    expect(deactivationText("Tents", products)).toContain(words);
  });
});
