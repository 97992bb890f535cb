/** The day on which an order must leave: counted in working days of its supplier, and said in words. */
import { dayMs } from "./dates.ts";

/** Working days for a supplier that has not entered its own. */
export const defaultHandlingDays = 2;
export const maxHandlingDays = 90;

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** Returns the day that many calendar days later. */
export const dayAfter = (day: string, count = 1): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay();

/**
 * Returns the day that is this many working days after the day of the order. With 0 days it is the day of the order, or
 * the next working day.
 * @param placed as `2026-03-02`
 */
export function shipByDay(placed: string, handlingDays: number, isWorkingDay: (day: string) => boolean): string {
  let day = placed;
  for (let left = handlingDays; left > 0 || !isWorkingDay(day); ) {
    day = dayAfter(day);
    if (isWorkingDay(day)) left--;
  }
  return day;
}

/** Returns the Sunday that ends the week of this day. */
export const endOfWeek = (day: string): string => dayAfter(day, (7 - weekdayOf(day)) % 7);

export interface ShipByMark {
  tone: "danger" | "warn" | "plain";
  words: string;
}

/** Says how urgent a day is; undefined after the current week. Only for orders of which something is still to be sent. */
export function shipByMark(shipBy: string, today: string): ShipByMark | undefined {
  const days = daysBetween(today, shipBy);
  if (days < 0) return { tone: "danger", words: days === -1 ? "Late by 1 day" : `Late by ${-days} days` };
  if (days === 0) return { tone: "warn", words: "Due today" };
  if (shipBy > endOfWeek(today)) return undefined;
  return { tone: "plain", words: days === 1 ? "Due tomorrow" : `Due ${weekdays[weekdayOf(shipBy)]}` };
}
