/**
 * The same change of a supplier by its forms, by a worksheet and with many others: equal rows, refusals and history, and
 * imports are undone wholly.
 */
import { and, asc, eq, ne } from "drizzle-orm";
import fc from "fast-check";
import pino from "pino";
import { beforeAll, expect, test } from "vitest";
import { readConfig } from "#api/core/config.ts";
import { changes, suppliers as table } from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { runProcess } from "#api/core/processing/run.ts";
import { processKinds } from "#api/registries/processes.ts";
import { operations } from "#contract/operations.ts";
import { shownText } from "#contract/rules/edits.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { supplierDetails, supplierFinances, supplierGst } from "#contract/suppliers/edits.ts";
import { storedSupplierFields } from "#contract/suppliers/fields.ts";
import { orderEmailsLabels } from "#contract/suppliers/order-emails.ts";
import { gstStates } from "#contract/suppliers/schema.ts";
import { startApi } from "#tests/support/api.ts";
import type { Cells } from "#tests/support/products-workbook.ts";
import { suppliersWorkbook } from "#tests/support/suppliers-workbook.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { database } = api;
const { db } = database;
const { suppliers } = operations;
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });
const jobs = createJobs(database, pino({ level: "silent" }));
const run = (id: string) =>
  runProcess({ database, config, files: databaseFiles, jobs, kinds: processKinds })(
    { id },
    { id: crypto.randomUUID(), isLastTry: false },
  );

let admin: TestUser;
beforeAll(async () => {
  admin = await api.aUser({ roles: ["Administrator"] });
});

const maybe = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });

/** What is typed into the fields of one form; a worksheet clears what a form leaves empty. */
const details = fc.record({
  SupplierName: maybe("Banksia", "  Banksia  ", "x".repeat(256), "two\nlines"),
  SupplierLegalName: maybe("Banksia Pty Ltd", "x".repeat(255)),
  BusinessPhoneNumber: maybe("08 9333 2222", "x".repeat(26)),
  OrderContactEmails: maybe("a@b.example,c@d.example", "nobody", "a@b.example,"),
  OrderEmails: maybe("daily", "never"),
  HandlingDays: maybe("0", "7", "x", "1000", ""),
  Description: maybe("<p>Trays <b>only</b>.</p>", "<p> </p>", "<p>Trays<script>1</script></p>"),
  Notes: maybe("Pays early", "x".repeat(1001), ""),
});
const finances = fc.record({
  ABN: maybe("51 824 753 556", "123", ""),
  BillingContactEmails: maybe("a@b.example", "nobody"),
});

type Typed = Record<string, string | undefined>;
const typedOf = (values: Typed) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const fields = Object.values(storedSupplierFields);
const columnOf = (command: string) => {
  const sheet = fields.find((field) => field.command === command)?.sheet;
  if (typeof sheet !== "object") throw new Error(`${command} has no column.`);
  return sheet.column;
};

interface Outcome {
  /** Sentences by column. */
  refusals: Record<string, string>;
  stored: unknown;
  history: unknown[];
}

async function outcomeOf(id: number, refusals: Record<string, string>): Promise<Outcome> {
  const [row] = await db.select().from(table).where(eq(table.id, id));
  const made = await db
    .select()
    .from(changes)
    .where(and(eq(changes.record, "supplier"), eq(changes.recordId, id), ne(changes.kind, "added")))
    .orderBy(asc(changes.id));
  return {
    refusals,
    stored: Object.fromEntries(keysOf(storedSupplierFields).map((key) => [key, row?.[key]])),
    history: made.map(({ tableName, before, after, userId }) => ({
      tableName,
      before,
      after: { ...after, ...(after?.gst_checked_at ? { gst_checked_at: "now" } : {}) },
      userId,
    })),
  };
}

async function byForm(id: number, typed: Typed, of: "details" | "finances"): Promise<Outcome> {
  const now = await api.ok(admin, suppliers.get, { id });
  const shown = of === "details" ? supplierDetails(now) : supplierFinances(now);
  const operation = of === "details" ? suppliers.updateDetails : suppliers.updateFinancialDetails;
  const { problem } = await api.call(admin, operation, {
    SupplierId: id,
    ...shown,
    ...typed,
    Shown: shownText(shown),
  } as never);
  const refusals = Object.entries(problem?.errors ?? {}).map(([command, [why = ""]]) => [columnOf(command), why]);
  return outcomeOf(id, Object.fromEntries(refusals));
}

/** The worksheet's import is undone afterwards: `again` is what is stored then. */
async function byWorksheet(id: number, typed: Typed, others: Cells = {}): Promise<Outcome & { again: unknown }> {
  const cells = Object.entries(typed).map(([command, text = ""]) => [columnOf(command), cellOf(command, text)]);
  const file = await suppliersWorkbook([{ SupplierId: id, ...Object.fromEntries(cells), ...others }] as Cells[]);
  const { body } = await api.sendFile(admin, suppliers.excelImportCheck, file);
  await run(body);
  const { canApply, summary } = await api.ok(admin, suppliers.excelImportResult, { id: body });
  const process = canApply ? await api.ok(admin, suppliers.applyImport, { ProcessId: body }) : undefined;
  if (process) await run(process);
  const problems = summary?.refused.first.flatMap((each) => each.problems) ?? [];
  const refusals = problems.map((sentence) => /^Row \d+, (\w+): (.*)$/s.exec(sentence)?.slice(1) ?? [sentence, ""]);
  const outcome = await outcomeOf(id, Object.fromEntries(refusals));
  const { canUndo = false } = process ? await api.ok(admin, suppliers.excelImportResult, { id: process }) : {};
  if (process && canUndo) await run(await api.ok(admin, suppliers.undoImport, { ProcessId: process }));
  return { ...outcome, again: (await outcomeOf(id, {})).stored };
}

function cellOf(command: string, text: string): string {
  if (text === "") return "(clear)";
  return command === "OrderEmails" ? (orderEmailsLabels[text as keyof typeof orderEmailsLabels] ?? text) : text;
}

const aSupplier = (traits: object = {}) =>
  api.aSupplier({
    name: "Acacia",
    legalName: "Acacia Pty Ltd",
    abn: "",
    description: "<p>Baskets.</p>",
    orderContactEmails: "orders@acacia.example",
    billingContactEmails: "books@acacia.example",
    businessPhoneNumber: "08 9333 1111",
    notes: "Pays late",
    handlingDays: 3,
    ...traits,
  });

test.each([
  { of: "details", typed: details },
  { of: "finances", typed: finances },
] as const)(
  "a change of $of is the same by its form and by a worksheet, whose import can be undone",
  async ({ of, typed }) => {
    const one = fc.asyncProperty<[Typed]>(typed, async (values) => {
      const given = typedOf(values);
      if (Object.keys(given).length === 0) return;
      const before = (await outcomeOf(await aSupplier(), {})).stored;
      const form = await byForm(await aSupplier(), given, of);
      const { again, ...sheet } = await byWorksheet(await aSupplier(), given);
      expect({ given, ...sheet, again }).toEqual({ given, ...form, again: before });
    });
    await fc.assert(one, { numRuns: 16, endOnFailure: true });
  },
  120_000,
);

type GstState = (typeof gstStates)[number];
const inCell = { yes: true, no: false, unknown: "(clear)" };

async function byGstForm(id: number, Registered: GstState) {
  const shown = supplierGst(await api.ok(admin, suppliers.get, { id }));
  const input = { SupplierId: id, ...shown, Registered, Shown: shownText(shown) };
  const { status, problem } = await api.call(admin, suppliers.checkGst, input);
  return { ...(await outcomeOf(id, {})), why: status === 200 ? "" : (problem.message ?? "") };
}

async function gstByWorksheet(id: number, Registered: GstState) {
  const { again: _, ...outcome } = await byWorksheet(id, {}, { GstRegistered: inCell[Registered] });
  return { ...outcome, refusals: {}, why: Object.values(outcome.refusals).join(" ") };
}

async function gstWithMany(id: number, Registered: GstState) {
  const input = { Ids: [id], Change: { Kind: "gst" as const, Registered } };
  const { first } = await api.ok(admin, suppliers.previewMany, input);
  await run(await api.ok(admin, suppliers.changeMany, input));
  return { ...(await outcomeOf(id, {})), why: first[0]?.why ?? "" };
}

/** By the form the same can be recorded again, as a new check; a worksheet and a change of many leave it as it is. */
const ofOther = fc
  .record({ before: fc.constantFrom(...gstStates), state: fc.constantFrom(...gstStates), hasAbn: fc.boolean() })
  .filter(({ before, state }) => before !== state);

test("a GST registration is recorded in the same way by its form, by a worksheet and with many others", async () => {
  const one = fc.asyncProperty(ofOther, async ({ before, state, hasAbn }) => {
    const gstRegistered = before === "unknown" ? null : before === "yes";
    const aRegistered = () => aSupplier({ gstRegistered, ...(hasAbn && { abn: "51824753556" }) });
    const form = await byGstForm(await aRegistered(), state);
    const given = { before, state, hasAbn };
    expect({ given, ...(await gstByWorksheet(await aRegistered(), state)) }).toEqual({ given, ...form });
    expect({ given, ...(await gstWithMany(await aRegistered(), state)) }).toEqual({ given, ...form });
  });
  await fc.assert(one, { numRuns: 6, endOnFailure: true });
}, 120_000);
