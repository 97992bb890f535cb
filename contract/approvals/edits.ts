/** A listing in the fields of the command that approves it, to compare what a form shows with the current record. */
import { groupField } from "./forms.ts";
import type { Approval } from "./schema.ts";

interface Period {
  /** UTC, in ISO 8601. */
  availableFromDate?: string | null;
  availableToDate?: string | null;
}

/**
 * `ApproveProduct`. Moments to the minute, because forms have no seconds. Each group of categories is a field of its own.
 * @param groups the chosen categories of each group, by its number
 */
export const approvalEdit = (period: Period, groups: ReadonlyMap<number, readonly number[]>) => ({
  AvailableFromDate: toTheMinute(period.availableFromDate),
  AvailableToDate: toTheMinute(period.availableToDate),
  ...Object.fromEntries([...groups].map(([id, chosen]) => [groupField(id), chosen])),
});

export const chosenByGroup = ({ categoryGroups }: Pick<Approval, "categoryGroups">) =>
  new Map(
    categoryGroups.map(({ id, categories }) => [
      id,
      categories.filter(({ selected }) => selected).map((each) => each.id),
    ]),
  );

const toTheMinute = (moment: string | null | undefined) =>
  moment ? `${moment.slice(0, "2026-11-26T15:35".length)}Z` : null;
