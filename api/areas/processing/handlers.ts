import { and, asc, eq, gt, or } from "drizzle-orm";
import { isOfFeed } from "#api/areas/shared/stock-feeds.ts";
import { processes, processMessages } from "#api/core/database/schema/index.ts";
import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { ProcessingStatus } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";

const { done, doneWithErrors } = ProcessingStatus;

export const processing: AreaHandlers<Operations["processing"]> = {
  async get({ id, lastMessageId }, { db, caller }) {
    const [process] = await db
      .select()
      .from(processes)
      .where(
        and(eq(processes.id, id), or(eq(processes.askedBy, caller.userId), isOfFeed(db, caller, processes.askedBy))),
      );
    if (!process) throw notFound("This work");
    const processingMessages = await db
      .select({
        id: processMessages.id,
        messageType: processMessages.type,
        friendlyMessage: processMessages.text,
        product: processMessages.product,
      })
      .from(processMessages)
      .where(and(eq(processMessages.processId, id), gt(processMessages.id, lastMessageId)))
      .orderBy(asc(processMessages.id));
    return {
      status: process.status,
      percentageComplete: percentageOf(process),
      processingMessages: processingMessages.map(({ product, ...message }) =>
        product ? { ...message, product } : message,
      ),
    };
  },
};

/** Reaches 100 only at the end, which comes after the last row. */
function percentageOf({ status, done: looked, total }: typeof processes.$inferSelect): number {
  if (status === done || status === doneWithErrors) return 100;
  return total ? Math.min(99, Math.floor((looked * 100) / total)) : 0;
}
