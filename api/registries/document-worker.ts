/** The thread that lays documents out, one after the other: a large one takes seconds of processor time. */
import { parentPort } from "node:worker_threads";
import { type DocumentData, type DocumentKind, documentKinds } from "./documents.ts";

interface Order<K extends DocumentKind> {
  kind: K;
  data: DocumentData<K>;
}

parentPort?.on("message", async <K extends DocumentKind>({ kind, data }: Order<K>) => {
  try {
    const make = documentKinds[kind] as (given: DocumentData<K>) => Promise<Buffer>;
    const content = new Uint8Array(await make(data));
    parentPort?.postMessage({ content }, [content.buffer]);
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
