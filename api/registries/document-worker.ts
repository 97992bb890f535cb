/** The thread that lays documents out, one after the other: a large one takes seconds of processor time. */
import { parentPort } from "node:worker_threads";
import { layouts } from "./documents.ts";

parentPort?.on("message", async ({ kind, data }: { kind: string; data: unknown }) => {
  try {
    const layout = layouts.get(kind);
    if (!layout) throw new Error(`There is no document of the kind ${kind}.`);
    const content = new Uint8Array(await layout(data));
    parentPort?.postMessage({ content }, [content.buffer]);
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
