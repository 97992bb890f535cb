/** Undoing what a command or a background process has changed. */
import { desc, eq, inArray, sql } from "drizzle-orm";
import { describeKept, nameOf } from "#api/areas/history/kept.ts";
import { hasRole } from "#api/core/access/caller.ts";
import type { Db } from "#api/core/database/connection.ts";
import { changes, commands, processes, undoneChanges } from "#api/core/database/schema/index.ts";
import { authorFrom, nameAuthor } from "#api/core/history/author.ts";
import type { StoredChange } from "#api/core/history/put-back.ts";
import type { Done, Undoer, Undoers } from "#api/core/history/undoers.ts";
import { type Context, createContext } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, forbidden, notFound } from "#api/core/refusals/refusal.ts";
import type { HistoryRow } from "#contract/history/schema.ts";
import type { Undone } from "#contract/history/undo.ts";
import type { Command, Operation } from "#contract/operation.ts";
import { type Operations, operations } from "#contract/operations.ts";
import { can, isCallerWide } from "#contract/permissions.ts";
import { historyRows } from "./history-rows.ts";
import { seenRecord } from "./records.ts";
import { hiddenTables } from "./visible-parts.ts";

type History = Operations["history"];

const operationNamed = (name: string): Operation | undefined => {
  const [area = "", key = ""] = name.split(".");
  return (operations as Record<string, Record<string, Operation> | undefined>)[area]?.[key];
};

function undoerOf(undoers: Undoers, name: string): Undoer | undefined {
  const [area = "", key = ""] = name.split(".");
  return (undoers.commands as Record<string, Record<string, Undoer> | undefined>)[area]?.[key];
}

type Undo = NonNullable<HistoryRow["undo"]>;

/** Whether the caller may undo such a command, as far as that does not depend on its record. */
function mayTry({ caller }: Pick<Context, "caller">, operation: Operation | undefined): boolean {
  if (!operation) return false;
  return isCallerWide(operation.permission) ? can(caller.permissions, operation) : mayEdit(caller.permissions);
}

/** Undo is offered only to callers who may change something, so not to the role Read Only. */
const mayEdit = ({ products, orders }: Context["caller"]["permissions"]) => products.edit || orders.edit;

/** Returns how each of these changes can be undone; the keys are the ids of their commands or processes. */
export async function undosOf(
  undoers: Undoers,
  context: Pick<Context, "db" | "caller">,
  stored: readonly StoredChange[],
): Promise<ReadonlyMap<string, Undo>> {
  const { db, caller } = context;
  const found = new Map<string, Undo>();
  const commandIds = [...new Set(stored.flatMap(({ commandId }) => commandId ?? []))];
  const processIds = [...new Set(stored.flatMap(({ processId }) => processId ?? []))];
  const given = commandIds.length === 0 ? [] : await db.select().from(commands).where(inArray(commands.id, commandIds));
  for (const { id, operation, userId } of given) {
    const undoer = undoerOf(undoers, operation);
    const isOffered = undoer && (!undoer.isOfMany || isTheirs(caller, userId));
    if (isOffered && mayTry(context, operationNamed(operation))) found.set(id, { id, by: "command" });
  }
  const run = processIds.length === 0 ? [] : await db.select().from(processes).where(inArray(processes.id, processIds));
  for (const { id, kind, askedBy, input, finishedAt } of run) {
    const { isUndo = false, isUndone = false, action, undoes } = input as Record<string, unknown>;
    if (finishedAt === null || isUndo || isUndone || action === "undo" || undoes) continue;
    const undoer = undoers.processes[kind];
    const isPossible = undoer !== undefined && undoer.canUndo?.(input) !== false;
    if (isPossible && can(caller.permissions, undoer) && isTheirs(caller, askedBy))
      found.set(id, { id, by: "command" });
    else if (isImport(kind) && askedBy === caller.userId) found.set(id, { id, by: kind });
  }
  const ids = [...found.keys()];
  const undone =
    ids.length === 0
      ? []
      : await db.select({ id: undoneChanges.id }).from(undoneChanges).where(inArray(undoneChanges.id, ids));
  for (const { id } of undone) found.delete(id);
  return found;
}

/** A bulk change may concern other suppliers, so supplier staff see and undo only those that they requested. */
const isTheirs = (caller: Context["caller"], askedBy: number): boolean =>
  caller.seesAllSuppliers || askedBy === caller.userId;

/** The import of a file is undone on the page of the import, by its user. */
const isImport = (kind: string): kind is "products" | "shipments" | "suppliers" =>
  kind === "products" || kind === "shipments" || kind === "suppliers";

/** More changes of one command are undone by a process. */
const mostChanges = 20_000;

/** The changes of a command or a process, the newest one first. */
const changesOf = (db: Db, id: string, most: number) =>
  db
    .select()
    .from(changes)
    .where(sql`${changes.commandId} = ${id} or ${changes.processId} = ${id}`)
    .orderBy(desc(changes.id))
    .limit(most);

/** @throws Refusal 404 unless the caller sees the records of all of these changes */
async function assertSeen(context: Context, all: readonly StoredChange[]): Promise<StoredChange> {
  const main = mainOf(all);
  if (!main) throw notFound("This change");
  const isOfAll = hasRole(context.caller, "Administrator");
  // A record that was deleted has no page on which its history could be seen; its author sees what they did.
  const isOwn = main.userId === context.caller.userId;
  if (isOfAll || isOwn) return main;
  // Callers who see all suppliers see all records of a kind.
  const toSee = context.caller.seesAllSuppliers ? [main] : all;
  const records = new Map(toSee.map((change) => [`${change.record} ${change.recordId}`, change]));
  for (const { record, recordId } of records.values()) await seenRecord(context, record, recordId);
  const isHidden = ({ record, recordId, tableName }: StoredChange) =>
    record === "supplier" && hiddenTables(context.caller, recordId).includes(tableName);
  if (all.some(isHidden)) throw notFound("This change");
  return main;
}

const mostShown = 100;

export const undoableWith =
  (undoers: Undoers): Handler<History["undoable"]> =>
  async ({ id }, context) => {
    const { db } = context;
    const shown = await changesOf(db, id, mostShown);
    const main = await assertSeen(context, shown);
    const rows = await historyRows(context, shown);
    const [kept] = await db.select().from(undoneChanges).where(eq(undoneChanges.id, id));
    return {
      at: main.at.toISOString(),
      userName: await nameOf(context, main),
      count: await db.$count(changes, sql`${changes.commandId} = ${id} or ${changes.processId} = ${id}`),
      ...recordOf(shown),
      recordName: rows.find(({ id: changeId }) => changeId === main.id)?.recordName ?? null,
      changes: rows,
      canUndo: (await undosOf(undoers, context, [main])).has(id),
      undone: kept?.answer ?? null,
    };
  };

export const undoWith =
  (undoers: Undoers): Handler<History["undo"]> =>
  async ({ UndoneId: id, Id: commandId }, context) => {
    const { db, caller, now } = context;
    await nameAuthor(db, { ...authorFrom(caller), commandId, detail: "Undo" });
    // Somebody else who undoes the same waits here.
    const isFirst = await db
      .insert(undoneChanges)
      .values({ id, userId: caller.userId })
      .onConflictDoNothing()
      .returning({ id: undoneChanges.id });
    if (isFirst.length === 0) return keptAnswer(undoers, context, id);
    const done = await undo(undoers, context, id);
    const answer: Undone = { at: now.toISOString(), userName: caller.name ?? "", ...done };
    await db.update(undoneChanges).set({ answer }).where(eq(undoneChanges.id, id));
    return answer;
  };

async function keptAnswer(undoers: Undoers, context: Context, id: string): Promise<Undone> {
  const done = await doneWith(undoers, context, id);
  if (done.by === "command") await asOf(done.operation, context, async (as) => done.undoer.authorise?.(done, as));
  const [kept] = await context.db.select().from(undoneChanges).where(eq(undoneChanges.id, id));
  if (!kept?.answer) throw new Error("What was undone has no answer.");
  return kept.answer;
}

/**
 * Finds what is to be undone.
 * @throws Refusal 403, 404 or 409
 */
async function doneWith(undoers: Undoers, context: Context, id: string) {
  const { db, caller } = context;
  const [process] = await db.select().from(processes).where(eq(processes.id, id));
  const processUndoer = process && undoers.processes[process.kind];
  if (processUndoer) {
    if (!isTheirs(caller, process.askedBy)) throw notFound("What you want to undo");
    if (!can(caller.permissions, processUndoer)) throw forbidden();
    return { by: "process", undoer: processUndoer, kind: process.kind } as const;
  }
  const [command] = await db.select().from(commands).where(eq(commands.id, id));
  const undoer = command && undoerOf(undoers, command.operation);
  const operation = command && operationNamed(command.operation);
  if (!undoer || operation?.kind !== "command") throw notFound("What you want to undo");
  const all = await changesOf(db, id, mostChanges + 1);
  if (all.length > mostChanges) throw conflict("This has changed too much to be undone at once.");
  const input = operation.input.parse(command.input) as Done["input"];
  return { by: "command", about: recordOf(all), undoer, operation, input, changes: all } as const;
}

/** A removal is the main change of a command, because its other changes may follow from it. */
const mainOf = (all: readonly StoredChange[]): StoredChange | undefined =>
  all.find(({ kind }) => kind === "removed") ?? all[0];

/** @throws Refusal 404 if nothing was changed */
function recordOf(all: readonly StoredChange[]): Pick<Undone, "record" | "recordId"> {
  const main = mainOf(all);
  if (!main) throw notFound("What you want to undo");
  return { record: main.record, recordId: main.recordId };
}

async function undo(undoers: Undoers, context: Context, id: string): Promise<Omit<Undone, "at" | "userName">> {
  const done = await doneWith(undoers, context, id);
  if (done.by === "process") {
    const processId = await done.undoer.begin(id, context);
    return {
      ...recordOf(await changesOf(context.db, id, 1)),
      count: null,
      kept: [],
      keptCount: 0,
      processId,
      processKind: done.kind,
    };
  }
  const { restored, kept } = await asOf(done.operation, context, async (as) => {
    await done.undoer.authorise?.(done, as);
    return done.undoer.undo(done, as);
  });
  const left = await describeKept(context, kept, true);
  if (restored.length === 0)
    throw conflict(["Nothing was undone, because it has been changed since.", ...left].join(" "));
  return {
    ...done.about,
    count: restored.length,
    kept: left,
    keptCount: kept.length,
    processId: null,
    processKind: null,
  };
}

/**
 * Runs the work with the permission of another operation.
 * @throws Refusal 403
 */
async function asOf<T>(operation: Command, context: Context, work: (as: Context) => Promise<T>): Promise<T> {
  const isDecided = isCallerWide(operation.permission);
  const as = createContext({ ...context, operation, transaction: (then) => then(context.db) }, isDecided);
  if (isDecided) as.authorise(context.caller.permissions);
  const result = await work(as);
  if (!as.isAuthorised) throw new Error(`Undoing ${operation.path} never authorised its caller.`);
  return result;
}
