import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pathFields } from "#contract/operation.ts";
import { allOperations } from "#contract/operations.ts";

test("all operations of the specification are declared, beside our own", () => {
  const normal = (address: string) => address.toLowerCase().replace(/\{\w+\}/g, "{}");
  const declared = new Set(allOperations().map(([, { method, path }]) => normal(`${method} ${path}`)));
  const specified = readFileSync(new URL("specified-operations.txt", import.meta.url), "utf8")
    .trim()
    .split("\n");
  expect(specified).toHaveLength(109);
  expect(specified.filter((address) => !declared.has(normal(address)))).toEqual([]);
});

test("no two operations share method and path, ignoring case and parameter names", () => {
  const addresses = allOperations().map(
    ([, { method, path }]) => `${method} ${path.toLowerCase().replace(/\{\w+\}/g, "{}")}`,
  );
  expect(addresses.filter((address, i) => addresses.indexOf(address) !== i)).toEqual([]);
});

test("every operation says what it does in whole sentences, and no two say the same at first", () => {
  const firsts = allOperations().map(([name, { description }]) => {
    expect(description, name).toMatch(/^[A-Z].*\.$/s);
    return description.split(". ")[0];
  });
  expect(firsts.filter((first, i) => firsts.indexOf(first) !== i)).toEqual([]);
});

test("every path parameter is a field of the input", () => {
  const missing = allOperations().flatMap(([name, operation]) =>
    pathFields(operation.path)
      .filter((field) => !(field in operation.input.shape))
      .map((field) => `${name}: ${field}`),
  );
  expect(missing).toEqual([]);
});

test("a recent authentication is asked for wherever access, money, servers or personal data are at stake", () => {
  const asking = allOperations().filter(([, { stepUp }]) => stepUp);
  expect(asking.map(([name]) => name).sort()).toEqual([
    "applications.accept",
    "customers.erase",
    "customers.export",
    "invoices.makePayment",
    "invoices.releasePayment",
    "keys.add",
    "marketplaces.updateChannel",
    "settings.confirmPayer",
    "settings.proposePayer",
    "settings.removeMailServer",
    "settings.updateMail",
    "suppliers.addUser",
    "suppliers.applyImport",
    "suppliers.setCarrierKey",
    "suppliers.undoImport",
    "suppliers.updateFinancialDetails",
    "suppliers.updateUser",
    "suppliers.verifyBankDetails",
    "users.activate",
    "users.changeMany",
    "users.register",
    "users.resetSecondFactor",
    "users.update",
  ]);
});

test("commands use POST and have an Id, and queries and downloads use GET", () => {
  for (const [name, operation] of allOperations()) {
    if (operation.kind === "command")
      expect([operation.method, "Id" in operation.input.shape], name).toEqual(["POST", true]);
    if (operation.kind === "download") expect(operation.method, name).toBe("GET");
  }
});
