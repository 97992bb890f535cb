/**
 * Formats `1234.5` as `$1,234.50`, rounded half away from zero. `Intl` would do the same, but it takes long to start on
 * a slow machine.
 *
 * @param amount with at most four decimals
 */
export function formatDollars(amount: number): string {
  // The exponent moves the decimal point of the shown number. A multiplication would turn 1.005 into 100.49999999999999.
  const cents = String(Math.round(Number(`${Math.abs(amount)}e2`))).padStart(3, "0");
  return `${amount < 0 ? "-" : ""}$${grouped(cents.slice(0, -2))}.${cents.slice(-2)}`;
}

/** Groups the digits of a whole number: `12345` becomes `12,345`. */
export function grouped(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(",");
}
