/** Answers to the first invoices of suppliers with accounts: from their staff and from Finance. */
import { and, asc, eq, isNotNull } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { invoiceAnswers, invoiceRows, invoices } from "#api/core/database/schema/index.ts";
import { dayMs } from "#contract/rules/dates.ts";
import { insertMany } from "./insert-many.ts";

type Answer = typeof invoiceAnswers.$inferInsert;
type AnswerText = Pick<Answer, "kind" | "note">;

const confirmed: AnswerText = { kind: "confirmed" };
const queried = (note: string): AnswerText => ({ kind: "queried", note });
const answered = (note: string): AnswerText => ({ kind: "answered", note });

/** User id of Finance. */
const finance = 4;

interface Conversation {
  supplierId: number;
  /** The user who answers for the supplier. */
  userId: number;
  /** Answers to the first rows, in order. */
  rows: AnswerText[][];
  /** Answers to each of the other rows. */
  others: AnswerText[];
}

const conversations: readonly Conversation[] = [
  {
    supplierId: 1,
    userId: 9,
    rows: [
      [
        queried("The commission here is higher than in our agreement. Did the rate change during the month?"),
        answered(
          "The new rate holds from the first of the month. The agreement that you signed in June has it, in clause 4.",
        ),
        confirmed,
      ],
      [
        queried("We were asked to send a second one because the first arrived broken. Who pays for that one?"),
        answered("The marketplace does. It is an adjustment of this order, and will be in your next invoice."),
      ],
      [queried("The customer paid more for shipping than is shown here.\nOur reference is PO 4471.")],
      [queried("This order was sent back to us by the courier and went out again. We paid for the freight twice.")],
    ],
    others: [confirmed],
  },
  {
    supplierId: 2,
    userId: 10,
    rows: [[queried("The packaging slip has one more of these than is paid here.")], [confirmed]],
    others: [],
  },
];

/** Requires invoices. */
export async function seedInvoiceAnswers(db: Db): Promise<void> {
  for (const conversation of conversations) {
    const answer = await answersOf(db, conversation);
    await insertMany(db, invoiceAnswers, answer);
  }
}

async function answersOf(db: Db, { supplierId, userId, rows, others }: Conversation): Promise<Answer[]> {
  const [first] = await db
    .select({ id: invoices.id, notifiedAt: invoices.notifiedAt })
    .from(invoices)
    .where(and(eq(invoices.supplierId, supplierId), isNotNull(invoices.notifiedAt)))
    .orderBy(asc(invoices.id))
    .limit(1);
  if (!first?.notifiedAt) return [];
  const notifiedAt = first.notifiedAt.getTime();
  const items = await db
    .select({ id: invoiceRows.lineItemId })
    .from(invoiceRows)
    .where(eq(invoiceRows.invoiceId, first.id))
    .orderBy(asc(invoiceRows.orderedAt), asc(invoiceRows.lineItemId));
  return items.flatMap(({ id: lineItemId }, i) =>
    (rows[i] ?? others).map((answer, turn, all) => ({
      ...answer,
      invoiceId: first.id,
      lineItemId,
      userId: answer.kind === "answered" ? finance : userId,
      at: new Date(notifiedAt + (turn + 1) * dayMs),
      isLatest: turn === all.length - 1,
    })),
  );
}
