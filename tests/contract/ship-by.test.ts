import { describe, expect, test } from "vitest";
import { orderDetailsForm } from "#contract/orders/forms.ts";
import { orderStatusOf } from "#contract/rules/order-line.ts";
import { endOfWeek, shipByDay, shipByMark } from "#contract/rules/ship-by.ts";

const onWeekdays = (day: string) => ![0, 6].includes(new Date(day).getUTCDay());

describe("the ship-by day", () => {
  test.each([
    ["a Friday, 1 working day", "2026-11-27", 1, "2026-11-30"],
    ["a Friday, no days", "2026-11-27", 0, "2026-11-27"],
    ["a Saturday, no days", "2026-11-28", 0, "2026-11-30"],
    ["a Saturday, 1 working day", "2026-11-28", 1, "2026-11-30"],
    ["a Monday, 5 working days", "2026-11-23", 5, "2026-11-30"],
    ["the end of a leap February", "2028-02-28", 2, "2028-03-01"],
  ])("of an order of %s is a working day", (_, placed, days, expected) => {
    expect(shipByDay(placed, days, onWeekdays)).toBe(expected);
  });
});

describe("the mark of a ship-by day", () => {
  // A Wednesday.
  const today = "2026-11-25";

  test.each([
    ["2026-11-23", "Late by 2 days", "danger"],
    ["2026-11-24", "Late by 1 day", "danger"],
    ["2025-11-25", "Late by 365 days", "danger"],
    ["2026-11-25", "Due today", "warn"],
    ["2026-11-26", "Due tomorrow", "plain"],
    ["2026-11-27", "Due Friday", "plain"],
    ["2026-11-29", "Due Sunday", "plain"],
  ])("of %s says %j on a Wednesday", (shipBy, words, tone) => {
    expect(shipByMark(shipBy, today)).toEqual({ words, tone });
  });

  test("is missing after Sunday", () => {
    expect(shipByMark("2026-11-30", today)).toBeUndefined();
  });
});

test("a week ends on Sunday", () => {
  expect(endOfWeek("2026-11-23")).toBe("2026-11-29");
  expect(endOfWeek("2026-11-29")).toBe("2026-11-29");
  expect(endOfWeek("2026-12-30")).toBe("2027-01-03");
});

test.each([
  [[], "Processing", 0],
  [[0, 0], "Processing", 0],
  [[0, 1, 4], "Waiting on Stock", 1],
  [[1, 2], "Partially Filled", 2],
  [[0, 3], "Partially Filled", 2],
  [[3, 4], "Complete", 3],
  [[4, 4], "Cancelled", 4],
])("an order with items of the statuses %j is %s", (statuses, _, status) => {
  expect(orderStatusOf(statuses)).toBe(status);
});

describe("the ship-by day that somebody types", () => {
  const problemOf = (ShipBy: string) =>
    orderDetailsForm
      .safeParse({ OrderDate: "2026-11-23T10:28", ShipBy })
      .error?.issues.find(({ path }) => path[0] === "ShipBy")?.message;

  test.each(["2020-11-25", "2026-11-21"])("is refused before the day of the order: %s", (day) => {
    expect(problemOf(day)).toBe("Please enter a date that is not before the order date.");
  });

  test.each(["", "2026-11-23", "2026-12-24"])("is taken if it is empty or later: “%s”", (day) => {
    expect(problemOf(day)).toBeUndefined();
  });

  test("may be the day before, which is that of the order in another time zone", () => {
    expect(problemOf("2026-11-22")).toBeUndefined();
  });
});
