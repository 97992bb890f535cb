import { expect, test } from "vitest";
import { referralDays } from "#contract/rules/referral-days.ts";

test.each([
  ["2026-11-01T00:00:00Z", "2026-10-01", "2026-10-31"],
  ["2026-11-15T23:59:59Z", "2026-10-01", "2026-10-31"],
  ["2026-11-16T00:00:00Z", "2026-11-01", "2026-11-16"],
  ["2026-11-30T23:59:59Z", "2026-11-01", "2026-11-30"],
  ["2026-01-15T12:00:00Z", "2025-12-01", "2025-12-31"],
  ["2028-03-02T12:00:00Z", "2028-02-01", "2028-02-29"],
])("at %s the default period of referrals is %s to %s", (now, fromDate, toDate) => {
  expect(referralDays(new Date(now))).toEqual({ fromDate, toDate });
});

test("the day is the UTC day, when it is already the 16th in Sydney", () => {
  expect(referralDays(new Date("2026-11-16T09:00:00+11:00"))).toEqual({ fromDate: "2026-10-01", toDate: "2026-10-31" });
});
