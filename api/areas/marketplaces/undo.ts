import type { Undoer } from "#api/core/history/undoers.ts";
import type { Operations } from "#contract/operations.ts";
import { activate, marketplaceToChange } from "./commands.ts";

export const undoDeactivate: Undoer<Operations["marketplaces"]["deactivate"]> = {
  async undo({ input, changes }, context) {
    const { isDisabled } = await marketplaceToChange(context, input.MarketplaceId);
    const own = changes.filter(({ tableName }) => tableName === "marketplaces");
    if (!isDisabled) return { restored: [], kept: own };
    await activate(input, context);
    return { restored: own, kept: [] };
  },
};
