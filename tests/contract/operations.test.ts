import { expect, test } from "vitest";
import { pathFields } from "../../contract/operation.ts";
import { allOperations } from "../../contract/operations.ts";

test("all 109 operations of the specification are listed, and the 37 of our own", () => {
  expect(allOperations()).toHaveLength(109 + 37);
});

test("no two calls share method and path, whatever the capitals and the names in braces", () => {
  const addresses = allOperations().map(
    ([, { method, path }]) => `${method} ${path.toLowerCase().replace(/\{\w+\}/g, "{}")}`,
  );
  expect(addresses.filter((address, i) => addresses.indexOf(address) !== i)).toEqual([]);
});

test("every name in braces is a field of the input", () => {
  const missing = allOperations().flatMap(([name, operation]) =>
    pathFields(operation.path)
      .filter((field) => !(field in operation.input.shape))
      .map((field) => `${name}: ${field}`),
  );
  expect(missing).toEqual([]);
});

test("commands are posted and carry an Id; queries and downloads are read", () => {
  for (const [name, operation] of allOperations()) {
    if (operation.kind === "command")
      expect([operation.method, "Id" in operation.input.shape], name).toEqual(["POST", true]);
    if (operation.kind === "download") expect(operation.method, name).toBe("GET");
  }
});
