/**
 * All arithmetic on money: Australian dollars, exact decimals, rounded half away from zero.
 *
 * Amounts are JSON numbers with at most four decimals. They are converted to whole ten-billionths of a dollar (BigInt)
 * before any calculation, so that float errors cannot occur. Only sums use plain numbers, where those are exact.
 */

const places = 10;
const one = 10n ** BigInt(places);

/** Returns the exact decimal that a number prints as, in ten-billionths. */
function exact(value: number): bigint {
  if (!Number.isFinite(value)) throw new RangeError(`not an amount: ${value}`);
  const [mantissa = "0", exponent = "0"] = Math.abs(value).toString().split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const shift = places - fraction.length + Number(exponent);
  const digits = BigInt(whole + fraction);
  const scaled = shift >= 0 ? digits * 10n ** BigInt(shift) : divide(digits, 10n ** BigInt(-shift));
  return value < 0 ? -scaled : scaled;
}

/** Rounds half away from zero. */
function divide(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const a = dividend < 0n ? -dividend : dividend;
  const b = divisor < 0n ? -divisor : divisor;
  const quotient = (a + b / 2n) / b;
  return negative ? -quotient : quotient;
}

function rounded(scaled: bigint, decimals: number): number {
  const unit = 10n ** BigInt(places - decimals);
  const units = divide(scaled, unit);
  const sign = units < 0n ? "-" : "";
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, "0");
  const cut = digits.length - decimals;
  return Number(`${sign}${digits.slice(0, cut)}.${digits.slice(cut)}`);
}

type Amount = number | null | undefined;

/** Rounds to cents, half away from zero. */
export function round2(value: number): number {
  return rounded(exact(value), 2);
}

/** Per dollar. */
const tenThousandths = 10_000;

/**
 * Returns the sum in whole ten-thousandths of a dollar, if every amount is a multiple of them and all are small enough
 * for exact integers; otherwise undefined. A fast path, because lists and files add very many amounts.
 */
function addWhole(amounts: readonly number[]): number | undefined {
  let sum = 0;
  for (const amount of amounts) {
    const whole = Math.round(amount * tenThousandths);
    sum += whole;
    if (whole / tenThousandths !== amount || !Number.isSafeInteger(whole) || !Number.isSafeInteger(sum))
      return undefined;
  }
  return sum / tenThousandths;
}

/** Returns the sum of the amounts, exact to four decimals. */
export function add(...amounts: number[]): number {
  return addWhole(amounts) ?? addExact(amounts);
}

function addExact(amounts: readonly number[]): number {
  return rounded(
    amounts.reduce((sum, amount) => sum + exact(amount), 0n),
    4,
  );
}

/** Returns the amount times a factor (a quantity, a commission fraction), to cents. */
export function times(amount: number, factor: number): number {
  return rounded((exact(amount) * exact(factor)) / one, 2);
}

/** Returns `part` of `whole` of an amount, to cents. `whole` must not be 0. */
export function share(amount: number, part: number, whole: number): number {
  return rounded(divide(exact(amount) * exact(part), exact(whole)), 2);
}

/**
 * Returns the price inc GST of a price ex GST, to cents.
 * @param rate the GST rate as a fraction (0.1)
 */
export function inclusive(exTax: number, rate: number): number;
export function inclusive(exTax: Amount, rate: number): number | null;
export function inclusive(exTax: Amount, rate: number): number | null {
  if (exTax === null || exTax === undefined) return null;
  return rounded(divide(exact(exTax) * (one + exact(rate)), one), 2);
}

/**
 * Returns the price ex GST of a price inc GST, with four decimals, because a price that is stored ex GST only must be
 * shown as it was entered: with two decimals, $9.95 would become $9.96.
 * @param rate the GST rate as a fraction (0.1)
 */
export function exclusive(incTax: number, rate: number): number;
export function exclusive(incTax: Amount, rate: number): number | null;
export function exclusive(incTax: Amount, rate: number): number | null {
  if (incTax === null || incTax === undefined) return null;
  return rounded(divide(exact(incTax) * one, one + exact(rate)), 4);
}

/**
 * Splits an amount inc GST into a pair: ex GST to cents, and the remainder as tax, so that both add up to what was
 * entered.
 * @param rate the GST rate as a fraction (0.1)
 */
export function taxPair(incTax: number, rate: number): { exTax: number; tax: number } {
  const exTax = rounded(divide(exact(incTax) * one, one + exact(rate)), 2);
  return { exTax, tax: rounded(exact(incTax) - exact(exTax), 2) };
}

/**
 * Parses an amount as users type it ("1,234.50", "$12", "-3"); undefined if invalid. More decimals than allowed are
 * refused rather than rounded.
 */
export function parseAmount(typed: string, decimals = 2): number | undefined {
  const plain = typed.trim().replace(/^(-?)\s*\$\s*/, "$1");
  const [, fraction = ""] = plain.split(".");
  if (!/^-?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?$/.test(plain) || !/\d/.test(plain) || fraction.length > decimals)
    return undefined;
  const value = Number(plain.replaceAll(",", ""));
  return Number.isSafeInteger(Math.trunc(value * 10 ** decimals)) ? value : undefined;
}
