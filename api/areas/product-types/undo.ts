import { inArray } from "drizzle-orm";
import { synchroniseActivated } from "#api/areas/shared/deactivate-products.ts";
import { products } from "#api/core/database/schema/index.ts";
import { putBack } from "#api/core/history/put-back.ts";
import type { Undoer } from "#api/core/history/undoers.ts";
import type { Operations } from "#contract/operations.ts";
import { typeWithId } from "./tree.ts";

/** Also activates the products that were deactivated with their type. */
export const undoDeactivate: Undoer<Operations["productTypes"]["deactivate"]> = {
  async undo({ input, changes }, { db }) {
    await typeWithId(db, input.ProductTypeId);
    const done = await putBack(db, changes);
    const activated = done.restored.flatMap(({ tableName, recordId }) => (tableName === "products" ? recordId : []));
    if (activated.length > 0) await synchroniseActivated(db, inArray(products.id, activated));
    return done;
  },
};
