import { expect, test } from "vitest";
import { formatDay, formatMoment } from "../../contract/rules/dates.ts";

test.each([
  ["2026-03-02T00:00:00Z", "Australia/Sydney", "02 Mar 2026"],
  // Already tomorrow in Sydney, and summer there.
  ["2026-12-31T13:30:00Z", "Australia/Sydney", "01 Jan 2027"],
  ["2026-12-31T13:30:00Z", "UTC", "31 Dec 2026"],
  // Three letters: the data of some browsers say "Sept".
  ["2026-09-15T00:00:00Z", "Australia/Perth", "15 Sep 2026"],
])("%s in %s is %s", (moment, zone, day) => {
  expect(formatDay(moment, zone)).toBe(day);
});

test.each([
  // The clocks go forward at 2 am on the first Sunday of October, back at 3 am on the first Sunday of April.
  ["2026-10-03T15:59:00Z", "04 Oct 2026, 1:59 am"],
  ["2026-10-03T16:00:00Z", "04 Oct 2026, 3:00 am"],
  ["2026-04-04T15:30:00Z", "05 Apr 2026, 2:30 am"],
  ["2026-04-04T16:30:00Z", "05 Apr 2026, 2:30 am"],
  ["2026-06-01T02:04:00Z", "01 Jun 2026, 12:04 pm"],
  ["2026-05-31T14:00:00Z", "01 Jun 2026, 12:00 am"],
])("%s is %s in Sydney", (moment, shown) => {
  expect(formatMoment(moment, "Australia/Sydney")).toBe(shown);
});
