/**
 * Returns the default period of a referral export in UTC days, as `2026-03-02`: last month until the 15th, then this
 * month so far.
 */
export function referralDays(now: Date): { fromDate: string; toDate: string } {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const asDay = (...parts: [number, number, number]) => new Date(Date.UTC(...parts)).toISOString().slice(0, 10);
  if (day <= 15) return { fromDate: asDay(year, month - 1, 1), toDate: asDay(year, month, 0) };
  return { fromDate: asDay(year, month, 1), toDate: asDay(year, month, day) };
}
