import { desc, eq } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { messages, notifications, orders, users } from "#api/core/database/schema/index.ts";
import { hourMs } from "#contract/rules/dates.ts";

const nameOf = ({ givenName, surname }: { givenName: string; surname: string }) => `${givenName} ${surname}`;

/** A question about the latest order of the first supplier, its answer, and a remark among operators. */
export async function seedDiscussion(db: Db, now: Date): Promise<void> {
  const [order] = await db
    .select({ id: orders.id, number: orders.marketplaceOrderId })
    .from(orders)
    .where(eq(orders.supplierId, 1))
    .orderBy(desc(orders.orderedAt), desc(orders.id))
    .limit(1);
  const [operator, supplier] = await Promise.all([
    personOf(db, "operator@countinghouse.example"),
    personOf(db, "owner@acacia.example"),
  ]);
  if (!order) return;
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const written = [
    {
      author: operator,
      isInternal: false,
      hours: 5,
      text: `@${nameOf(supplier)} the customer asks whether this can leave today.`,
    },
    { author: supplier, isInternal: false, hours: 3, text: "Yes, the courier comes at four." },
    { author: operator, isInternal: true, hours: 2, text: "I have told the customer." },
  ];
  const about = { about: "order", recordId: order.id } as const;
  const stored = await db
    .insert(messages)
    .values(
      written.map(({ author, hours, ...message }) => ({
        ...about,
        ...message,
        authorId: author.id,
        writtenAt: ago(hours),
      })),
    )
    .returning({ id: messages.id });
  const news = (from: typeof operator, to: typeof operator, hours: number, i: number) => ({
    userId: to.id,
    kind: "mentioned" as const,
    title: `${nameOf(from)} wrote about order ${order.number}`,
    path: `/orders/${order.id}#discussion`,
    messageId: stored[i]?.id,
    createdAt: ago(hours),
    latestAt: ago(hours),
    isForDigest: false,
  });
  await db.insert(notifications).values([news(operator, supplier, 5, 0), news(supplier, operator, 3, 1)]);
}

async function personOf(db: Db, email: string) {
  const [person] = await db
    .select({ id: users.id, givenName: users.givenName, surname: users.surname })
    .from(users)
    .where(eq(users.email, email));
  if (!person) throw new Error(`The demo data has no user ${email}.`);
  return person;
}
