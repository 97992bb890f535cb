import { expect, test } from "vitest";
import { pathFields } from "../../contract/operation.ts";
import { allOperations } from "../../contract/operations.ts";

/** By area: how many calls are listed and answer 501. Lower the number when one is built. */
const openByArea = {
  configuration: 0,
  users: 0,
  locations: 0,
  files: 0,
  processing: 0,
  suppliers: 0,
  marketplaces: 0,
  products: 0,
  productTypes: 0,
  attributes: 0,
  approvals: 0,
  shippingRules: 0,
  orders: 0,
  shipments: 0,
  invoices: 0,
};

test("all 109 calls are listed, and the twenty-nine of our own", () => {
  expect(allOperations()).toHaveLength(109 + 29);
});

test("what is not built yet is known by number", () => {
  const counted = Object.fromEntries(Object.keys(openByArea).map((area) => [area, 0]));
  for (const [name, { kind }] of allOperations()) {
    const [area = ""] = name.split(".");
    counted[area] = (counted[area] ?? 0) + (kind === "open" ? 1 : 0);
  }
  expect(counted).toEqual(openByArea);
});

test("no two calls share method and path, whatever the capitals and the names in braces", () => {
  const addresses = allOperations().map(([, { method, path }]) => `${method} ${path.toLowerCase().replace(/\{\w+\}/g, "{}")}`);
  expect(addresses.filter((address, i) => addresses.indexOf(address) !== i)).toEqual([]);
});

test("every name in braces is a field of the input", () => {
  const missing = allOperations().flatMap(([name, operation]) =>
    operation.kind === "open"
      ? []
      : pathFields(operation.path)
          .filter((field) => !(field in operation.input.shape))
          .map((field) => `${name}: ${field}`),
  );
  expect(missing).toEqual([]);
});

test("commands are posted and carry an Id; queries and downloads are read", () => {
  for (const [name, operation] of allOperations()) {
    if (operation.kind === "command") expect([operation.method, "Id" in operation.input.shape], name).toEqual(["POST", true]);
    if (operation.kind === "download") expect(operation.method, name).toBe("GET");
  }
});
