/** Applications are in the folder of suppliers, because one that is accepted becomes a supplier. */
import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import { accept, ask, decline } from "./decide.ts";
import { document, uploadDocuments } from "./documents.ts";
import { get, list } from "./queries.ts";
import { answer, options, own, submit } from "./submit.ts";

export const applications: AreaHandlers<Operations["applications"]> = {
  options,
  uploadDocuments,
  submit,
  own,
  answer,
  list,
  get,
  document,
  accept,
  ask,
  decline,
};
