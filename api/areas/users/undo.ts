import { assertFreshProof } from "#api/core/access/step-up.ts";
import { putBackAll, type Undoer } from "#api/core/history/undoers.ts";

/** Gives somebody access again, as `users/ActivateUser` does. */
export const undoDeactivate: Undoer = {
  ...putBackAll,
  authorise: (_, { db, config, caller }) => assertFreshProof(db, config, caller),
};
