/** `POST /shops/{marketplaceId}/orders`: a shop says that an order was made or changed. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Config } from "#api/core/config.ts";
import type { Database } from "#api/core/database/connection.ts";
import { notFound, unauthenticated } from "#api/core/refusals/refusal.ts";
import { recordId } from "#contract/fields.ts";
import { shopKindsByName } from "./kinds.ts";
import { connectionOf, storedShop } from "./open-shop.ts";
import { queueOrder } from "./read-orders.ts";
import { ShopRefusal } from "./shop.ts";

/** An order of a thousand lines. A longer one is found when the orders are read. */
const longestCall = 4 * 1024 * 1024;
const path = z.object({ marketplaceId: recordId });
const longestId = 100;

export async function mountShopCalls(
  app: FastifyInstance,
  database: Pick<Database, "db" | "transaction">,
  config: Config,
): Promise<void> {
  await app.register(async (calls) => {
    // The signature is that of the bytes as they arrived.
    calls.removeAllContentTypeParsers();
    calls.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: longestCall }, (_request, body, done) =>
      done(null, body),
    );
    calls.post(
      "/shops/:marketplaceId/orders",
      { schema: { hide: true }, bodyLimit: longestCall },
      async (request, reply) => {
        const { data } = path.safeParse(request.params);
        const stored = data && (await storedShop(database.db, data.marketplaceId));
        if (!stored) throw notFound("This shop");
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const connection = await connectionOf(config, stored).catch((error: unknown) => {
          if (error instanceof ShopRefusal) return undefined;
          throw error;
        });
        const call = connection
          ? shopKindsByName[stored.kind].readWebhook(connection, request.headers, body)
          : "not signed";
        if (call === "not signed") throw unauthenticated("This call is not signed by the shop.");
        if (call !== "other" && call.orderId !== "" && call.orderId.length <= longestId)
          await queueOrder(database, stored.marketplaceId, call.orderId, new Date());
        return reply.status(200).send({ received: true });
      },
    );
  });
}
