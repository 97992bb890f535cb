/**
 * Electronic invoices, checked by Peppol's own rules for PINT A-NZ self-billing and by the schemas of UBL 2.1. Neither may
 * be passed on with the project, so `OUTSIDE_PEPPOL_RULES` names a folder that has them (docs/proven.md).
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eInvoiceOf } from "#api/areas/invoices/e-invoice.ts";
import { Refusal } from "#api/core/refusals/refusal.ts";
import { roles } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import { readXml } from "#tests/support/e-invoice.ts";
import { anyDocument } from "#tests/support/e-invoice-documents.ts";
import { withDemo } from "#tests/support/outside/demo.ts";
import { given, program } from "#tests/support/outside/partners.ts";

const run = promisify(execFile);
const named = given(["OUTSIDE_PEPPOL_RULES"], "e-invoices were not checked by the rules of Peppol.");
const java = named && program("java", "e-invoices were not checked by the rules of Peppol.");
const saxon = named && program("/usr/share/java/Saxon-HE.jar", "e-invoices were not checked by the rules of Peppol.");
const xmllint = named && program("xmllint", "e-invoices were not checked by the schemas of UBL.");
const rules = named?.OUTSIDE_PEPPOL_RULES ?? "";
const count = 200;

describe.skipIf(!(java && saxon && xmllint))("the rules of Peppol", async () => {
  const folder = mkdtempSync(join(tmpdir(), "countinghouse-e-invoices-"));
  const given = join(folder, "given");
  const api = await startApi({}, withDemo());
  const { invoices } = operations;
  const kinds: Record<string, number> = {};
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function keep(name: string, kind: string, xml: string): void {
    writeFileSync(join(given, `${name}.xml`), xml);
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }

  beforeAll(async () => {
    mkdirSync(given);
    const user = await api.aUser({ roles: roles.filter((role) => role !== "Supplier" && role !== "Read Only") });
    const { items } = await api.ok(user, invoices.list, { pageSize: 200 });
    for (const { id, documentKind, isAdjustment } of items) {
      const { statusCode, body } = await api.send(user, requestFor(invoices.eInvoice, { id }));
      if (statusCode === 200) keep(`demo-${id}`, `${documentKind}${isAdjustment ? " changed" : ""}`, body);
    }
    for (const [i, document] of fc.sample(anyDocument, count).entries()) {
      try {
        keep(`random-${i}`, "random", eInvoiceOf(document, { timeZone: "Australia/Sydney", gstRate: 0.1 }));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
  });

  test("find nothing in those of the demo and of random documents", async () => {
    const files = readdirSync(given);
    expect(kinds.random).toBeGreaterThan(count / 2);
    expect(Object.keys(kinds)).toEqual(expect.arrayContaining(["taxInvoice", "taxInvoice changed", "statement"]));
    const found: string[] = [];
    for (const sheet of readdirSync(rules).filter((name) => name.endsWith(".xslt"))) {
      const reports = join(folder, sheet);
      mkdirSync(reports);
      const options = [`-s:${given}`, `-o:${reports}`, `-xsl:${join(rules, sheet)}`];
      await run(java as string, ["-cp", saxon as string, "net.sf.saxon.Transform", ...options]);
      for (const file of files) {
        const report = readFileSync(join(reports, file), "utf8");
        expect(report).toContain("fired-rule");
        for (const [, text] of report.matchAll(/failed-assert[\s\S]*?<svrl:text>([\s\S]*?)<\/svrl:text>/g))
          found.push(`${file}: ${text}`);
      }
    }
    expect(found).toEqual([]);
    console.log(`${files.length} e-invoices: ${JSON.stringify(kinds)}`);
  });

  test.skipIf(!existsSync(join(rules, "Invoice.xsd")))("and the schemas of UBL find them valid", async () => {
    for (const root of ["Invoice", "CreditNote"]) {
      const own = readdirSync(given)
        .map((name) => join(given, name))
        .filter((path) => readXml(readFileSync(path, "utf8")).name === root);
      expect(own.length).toBeGreaterThan(0);
      await run(xmllint as string, ["--noout", "--nonet", "--schema", join(rules, `${root}.xsd`), ...own]);
    }
  });
});
