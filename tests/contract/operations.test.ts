import { expect, test } from "vitest";
import { pathFields } from "#contract/operation.ts";
import { allOperations } from "#contract/operations.ts";

test("all 109 operations of the specification are declared, beside our own", () => {
  expect(allOperations()).toHaveLength(109 + 173);
});

test("no two operations share method and path, ignoring case and parameter names", () => {
  const addresses = allOperations().map(
    ([, { method, path }]) => `${method} ${path.toLowerCase().replace(/\{\w+\}/g, "{}")}`,
  );
  expect(addresses.filter((address, i) => addresses.indexOf(address) !== i)).toEqual([]);
});

test("every path parameter is a field of the input", () => {
  const missing = allOperations().flatMap(([name, operation]) =>
    pathFields(operation.path)
      .filter((field) => !(field in operation.input.shape))
      .map((field) => `${name}: ${field}`),
  );
  expect(missing).toEqual([]);
});

test("commands use POST and have an Id, and queries and downloads use GET", () => {
  for (const [name, operation] of allOperations()) {
    if (operation.kind === "command")
      expect([operation.method, "Id" in operation.input.shape], name).toEqual(["POST", true]);
    if (operation.kind === "download") expect(operation.method, name).toBe("GET");
  }
});
