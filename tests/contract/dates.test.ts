import { describe, expect, test } from "vitest";
import { dayOf, dayRanges, endOfDay, formatDay, isDay, startOfDay } from "#contract/rules/dates.ts";
import { formatMoment, isShownTwice } from "#contract/rules/moments.ts";

test.each([
  ["2026-03-02T00:00:00Z", "Australia/Sydney", "02 Mar 2026"],
  // In Sydney this is the next day, during daylight saving time.
  ["2026-12-31T13:30:00Z", "Australia/Sydney", "01 Jan 2027"],
  ["2026-12-31T13:30:00Z", "UTC", "31 Dec 2026"],
  // Three letters, where some browsers' locale data have "Sept".
  ["2026-09-15T00:00:00Z", "Australia/Perth", "15 Sep 2026"],
])("%s in %s is the day %s", (moment, zone, day) => {
  expect(formatDay(moment, zone)).toBe(day);
});

test.each([
  // The clocks go forward at 2 am on the first Sunday of October, back at 3 am on the first Sunday of April.
  ["2026-10-03T15:59:00Z", "04 Oct 2026, 1:59 am"],
  ["2026-10-03T16:00:00Z", "04 Oct 2026, 3:00 am"],
  ["2026-04-04T14:59:00Z", "05 Apr 2026, 1:59 am"],
  ["2026-04-04T15:30:00Z", "05 Apr 2026, 2:30 am, before the clocks went back"],
  ["2026-04-04T16:30:00Z", "05 Apr 2026, 2:30 am, after the clocks went back"],
  ["2026-04-04T17:00:00Z", "05 Apr 2026, 3:00 am"],
  ["2026-06-01T02:04:00Z", "01 Jun 2026, 12:04 pm"],
  ["2026-05-31T14:00:00Z", "01 Jun 2026, 12:00 am"],
])("%s is %s in Sydney", (moment, shown) => {
  expect(formatMoment(moment, "Australia/Sydney")).toBe(shown);
});

test.each([
  ["2026-04-05T01:59", "Australia/Sydney", false],
  ["2026-04-05T02:00", "Australia/Sydney", true],
  ["2026-04-05T02:59", "Australia/Sydney", true],
  ["2026-04-05T03:00", "Australia/Sydney", false],
  // The clocks change by half an hour.
  ["2026-04-05T01:29", "Australia/Lord_Howe", false],
  ["2026-04-05T01:30", "Australia/Lord_Howe", true],
  ["2026-04-05T02:00", "Australia/Lord_Howe", false],
  ["2026-11-01T01:30", "America/Los_Angeles", true],
  ["2026-10-25T02:30", "Europe/Berlin", true],
  // A time that is skipped, and a zone whose clocks never change.
  ["2026-10-04T02:30", "Australia/Sydney", false],
  ["2026-04-05T02:30", "Australia/Perth", false],
  ["", "Australia/Sydney", false],
  ["soon", "Australia/Sydney", false],
])("a local time that occurs twice is detected: %s in %s: %s", (local, zone, isTwice) => {
  expect(isShownTwice(local, zone)).toBe(isTwice);
});

describe("a calendar day", () => {
  test.each([
    ["2026-03-02", "2026-03-01T13:00:00.000Z", "2026-03-02T12:59:59.999Z"],
    ["2026-07-01", "2026-06-30T14:00:00.000Z", "2026-07-01T13:59:59.999Z"],
    // The clocks go forward, so the day has 23 hours; and back, so it has 25.
    ["2026-10-04", "2026-10-03T14:00:00.000Z", "2026-10-04T12:59:59.999Z"],
    ["2026-04-05", "2026-04-04T13:00:00.000Z", "2026-04-05T13:59:59.999Z"],
    ["2024-02-29", "2024-02-28T13:00:00.000Z", "2024-02-29T12:59:59.999Z"],
    ["2026-12-31", "2026-12-30T13:00:00.000Z", "2026-12-31T12:59:59.999Z"],
  ])("%s in Sydney lasts from %s to %s", (day, first, last) => {
    expect([startOfDay(day, "Australia/Sydney"), endOfDay(day, "Australia/Sydney")]).toEqual([first, last]);
    expect([first, last].map((moment) => dayOf(moment, "Australia/Sydney"))).toEqual([day, day]);
  });

  test.each([
    ["Australia/Perth", "2026-03-01T16:00:00.000Z"],
    ["Australia/Adelaide", "2026-03-01T13:30:00.000Z"],
    ["UTC", "2026-03-02T00:00:00.000Z"],
    ["America/Los_Angeles", "2026-03-02T08:00:00.000Z"],
    ["Pacific/Kiritimati", "2026-03-01T10:00:00.000Z"],
  ])("begins in %s at %s", (zone, first) => {
    expect(startOfDay("2026-03-02", zone)).toBe(first);
  });

  test("begins at one o'clock if the clocks go forward at midnight", () => {
    expect(startOfDay("2018-11-04", "America/Sao_Paulo")).toBe("2018-11-04T03:00:00.000Z");
    expect(endOfDay("2018-11-03", "America/Sao_Paulo")).toBe("2018-11-04T02:59:59.999Z");
  });

  test.each(["2026-03-02", "2024-02-29", "1900-01-01", "2999-12-31"])("can be %s", (text) => {
    expect(isDay(text)).toBe(true);
    expect(dayOf(startOfDay(text, "Australia/Sydney"), "Australia/Sydney")).toBe(text);
    expect(dayOf(endOfDay(text, "Australia/Sydney"), "Australia/Sydney")).toBe(text);
  });

  test.each([
    "",
    "2026-02-29",
    "2026-13-01",
    "2026-3-2",
    "02/03/2026",
    "0026-03-02",
    "3000-01-01",
    "2026-03-02T00:00:00Z",
    "today",
  ])("cannot be “%s”", (text) => {
    expect(isDay(text)).toBe(false);
  });
});

describe("ranges of days", () => {
  const ranges = (today: string) =>
    Object.fromEntries(dayRanges(today).map(({ label, from, to }) => [label, `${from} ${to}`]));

  test("start weeks on Sunday and follow calendar months", () => {
    expect(ranges("2026-03-04")).toEqual({
      Today: "2026-03-04 2026-03-04",
      "This week": "2026-03-01 2026-03-07",
      "Last week": "2026-02-22 2026-02-28",
      "This month": "2026-03-01 2026-03-31",
      "Last month": "2026-02-01 2026-02-28",
    });
  });

  test("start on a Sunday that is today, and end on a Saturday that is today", () => {
    expect(ranges("2026-03-01")["This week"]).toBe("2026-03-01 2026-03-07");
    expect(ranges("2026-03-07")["This week"]).toBe("2026-03-01 2026-03-07");
  });

  test("can span two years", () => {
    expect(ranges("2027-01-01")).toMatchObject({
      "This week": "2026-12-27 2027-01-02",
      "Last month": "2026-12-01 2026-12-31",
    });
    expect(ranges("2026-12-31")["This month"]).toBe("2026-12-01 2026-12-31");
  });
});
