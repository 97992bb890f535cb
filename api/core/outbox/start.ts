/** The loop that sends events: at once after this process has committed some, and every second for other processes. */
import type { FastifyBaseLogger } from "fastify";
import { guardedLoop } from "#api/core/database/outages.ts";
import type { Deliverer } from "#api/core/outbox/deliver.ts";
import { onEvents } from "#api/core/outbox/outbox.ts";

const pollingMs = 1_000;

export function startDelivering({ begin, settle }: Deliverer, log: FastifyBaseLogger): { stop(): Promise<void> } {
  const guarded = guardedLoop(log, "deliveries could not be sent");
  let isStopping = false;
  let isWoken = false;
  let wake = () => {};
  const stopListening = onEvents(() => {
    isWoken = true;
    wake();
  });

  async function pause(): Promise<void> {
    if (isWoken || isStopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollingMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    wake = () => {};
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      isWoken = false;
      const hasBegun = await guarded(async () => {
        await begin(new Date());
        return true;
      });
      if (!hasBegun) isWoken = false;
      await pause();
    }
  }
  const running = run();
  return {
    async stop() {
      isStopping = true;
      stopListening();
      wake();
      await running;
      await settle();
    },
  };
}
