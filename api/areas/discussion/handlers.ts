/** Messages about a record. Supplier staff never learn of those that operators write among themselves. */
import { and, desc, eq, lt, sql } from "drizzle-orm";
import { fullName } from "#api/areas/shared/users.ts";
import { type Caller, hasRole } from "#api/core/access/caller.ts";
import { mayWrite } from "#api/core/access/roles.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import { messages, users } from "#api/core/database/schema/index.ts";
import { knownNames } from "#api/core/history/known-names.ts";
import { quoted, written } from "#api/core/mail/emails.ts";
import { notify } from "#api/core/notifications/notify.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import { forbidden, invalid } from "#api/core/refusals/refusal.ts";
import { messagesAtOnce } from "#contract/discussion/schema.ts";
import type { Operations } from "#contract/operations.ts";
import { handleOf, mentionsIn } from "#contract/rules/mentions.ts";
import { type DiscussedRecord, type Reader, readersOf, recordFor } from "./records.ts";

const readableBy = ({ seesAllSuppliers }: Caller) => (seesAllSuppliers ? undefined : eq(messages.isInternal, false));
const ofRecord = ({ about, id }: DiscussedRecord) => and(eq(messages.about, about), eq(messages.recordId, id));

const mayDelete = (caller: Caller, authorId: number) =>
  mayWrite(caller.roles) && (authorId === caller.userId || hasRole(caller, "Administrator"));

export const discussion: AreaHandlers<Operations["discussion"]> = {
  async list({ about, recordId, before }, { db, caller }) {
    const record = await recordFor(db, caller, about, Number(recordId));
    const rows = await db
      .select({
        id: messages.id,
        text: messages.text,
        isInternal: messages.isInternal,
        authorId: messages.authorId,
        authorName: sql<string>`coalesce(${fullName}, ${users.email})`,
        writtenAt: messages.writtenAt,
      })
      .from(messages)
      .innerJoin(users, eq(users.id, messages.authorId))
      .where(and(ofRecord(record), readableBy(caller), before === null ? undefined : lt(messages.id, Number(before))))
      .orderBy(desc(messages.id))
      .limit(messagesAtOnce + 1);
    const shown = rows.slice(0, messagesAtOnce).reverse();
    return {
      messages: shown.map(({ authorId, isInternal, writtenAt, ...message }) => ({
        ...message,
        audience: isInternal ? "operators" : "supplier",
        writtenAt: writtenAt.toISOString(),
        canDelete: mayDelete(caller, authorId),
      })),
      hasEarlier: rows.length > messagesAtOnce,
      canWrite: mayWrite(caller.roles),
    };
  },

  async people({ about, recordId }, context) {
    const { db, caller } = context;
    const record = await recordFor(db, caller, about, Number(recordId));
    const people = await mentionable(context, record, await readersOf(db, record));
    const handles = (isOperator: boolean) =>
      people.filter((each) => each.isOperator === isOperator).map((each) => handleOf(each, people));
    const isShared = record.supplierId !== null;
    return {
      operators: handles(true),
      supplier: handles(false),
      audiences: [
        ...(caller.seesAllSuppliers ? (["operators"] as const) : []),
        ...(isShared ? (["supplier"] as const) : []),
      ],
    };
  },

  async write({ About, RecordId, Text, Audience }, context) {
    const { db, caller } = context;
    const record = await recordFor(db, caller, About, Number(RecordId));
    const isInternal = Audience === "operators";
    if (isInternal && !caller.seesAllSuppliers) throw forbidden();
    if (!isInternal && record.supplierId === null)
      throw invalid({ Audience: ["This order has no supplier yet, so only operators can read messages about it."] });
    const others = await takingPart(context, record);
    const readers = (await readersOf(db, record)).filter((each) => each.isOperator || !isInternal);
    const { ids, problem } = mentionsIn(Text, await mentionable(context, record, readers));
    if (problem) throw invalid({ Text: [problem] });
    const id = await db
      .insert(messages)
      .values({ about: About, recordId: record.id, text: Text, isInternal, authorId: caller.userId })
      .returning({ id: messages.id })
      .then(insertedId);
    await notifyReaders(context, record, { id, text: Text, isInternal, mentioned: ids, others, readers });
    return id;
  },

  async remove({ MessageId }, { db, caller }) {
    const [message] = await db
      .select()
      .from(messages)
      .where(and(eq(messages.id, Number(MessageId)), readableBy(caller)))
      .for("update");
    if (!message) return null;
    await recordFor(db, caller, message.about, message.recordId);
    if (!mayDelete(caller, message.authorId))
      throw forbidden("Only the author and administrators may delete a message.");
    await db.delete(messages).where(eq(messages.id, message.id));
    return null;
  },
};

/** The ids of people who wrote about the record before. */
async function takingPart({ db, caller }: Context, record: DiscussedRecord): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: messages.authorId })
    .from(messages)
    .where(and(ofRecord(record), readableBy(caller)));
  return rows.map(({ id }) => id);
}

/** Suppliers mention those operators whose names they know. */
async function mentionable(
  { db, caller }: Context,
  { about, id }: DiscussedRecord,
  readers: readonly Reader[],
): Promise<readonly Reader[]> {
  const here = { record: about, recordId: id };
  const people = readers.map((reader) => reader.id);
  const isKnown = await knownNames(db, caller, [here], people);
  return readers.filter((reader) => isKnown(here, reader.id));
}

interface Sent {
  id: number;
  text: string;
  isInternal: boolean;
  mentioned: readonly number[];
  /** The users who have written in this discussion before. */
  others: readonly number[];
  /** The users who can read the message. */
  readers: readonly Reader[];
}

/**
 * Notifies those who are mentioned and those who took part. A message to the other side that would reach none of its
 * people goes to all who are responsible there.
 */
async function notifyReaders(context: Context, record: DiscussedRecord, sent: Sent): Promise<void> {
  const { caller, config } = context;
  const { text, isInternal, mentioned, others, readers } = sent;
  const told = readers.filter(({ id }) => id !== caller.userId && (mentioned.includes(id) || others.includes(id)));
  const isOtherSide = ({ isOperator }: Reader) => isOperator !== caller.seesAllSuppliers;
  if (!isInternal && !told.some(isOtherSide))
    told.push(...readers.filter((each) => isOtherSide(each) && each.isResponsible));
  const by = caller.name ?? caller.email;
  const path = `${record.path}#discussion`;
  const email = written(`A message about ${record.about === "product" ? "a product" : record.name}`, [
    "Hello,",
    `${by} wrote about ${record.about === "product" ? `the product ${quoted(record.name)}` : record.name}:`,
    text,
    { button: "Open the discussion", href: `${config.publicUrl}${path}` },
  ]);
  const news = {
    kind: "mentioned",
    title: `${by} wrote about ${record.name}`,
    path,
    messageId: sent.id,
    email,
  } as const;
  await notify(
    context,
    told.map(({ id }) => id),
    news,
    caller,
  );
}
