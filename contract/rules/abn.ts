/**
 * Australian Business Numbers: 11 digits, the first two of them check digits.
 * Source: Australian Business Register, "Format of the ABN" (weights 10, 1, 3, … 19; modulus 89).
 */
const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19] as const;

/** Returns only the digits, because users type spaces, dots and dashes. */
export function digitsOf(value: string): string {
  return value.replace(/[\s.-]/g, "");
}

/** True if the 11 digits satisfy the checksum. Does not prove that the ABN is registered, or registered for GST. */
export function isAbn(value: string): boolean {
  const digits = digitsOf(value);
  if (!/^\d{11}$/.test(digits)) return false;
  const sum = weights.reduce((total, weight, i) => total + weight * (Number(digits[i]) - (i === 0 ? 1 : 0)), 0);
  return sum % 89 === 0;
}

/** Returns an ABN with valid check digits from its last nine digits, for fixtures and invented companies. */
export function abnFrom(lastNine: string): string {
  if (!/^\d{9}$/.test(lastNine)) throw new Error("an ABN is made from nine digits");
  for (let check = 10; check < 100; check++) {
    const candidate = `${check}${lastNine}`;
    if (isAbn(candidate)) return candidate;
  }
  throw new Error(`no check digits for ${lastNine}`);
}

/** Formats `51824753556` as `51 824 753 556`; returns anything else unchanged. */
export function formatAbn(value: string): string {
  const digits = digitsOf(value);
  return /^\d{11}$/.test(digits) ? digits.replace(/^(\d\d)(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4") : value;
}

/** Formats `066102` as `066-102`; returns anything else unchanged. */
export function formatBsb(value: string): string {
  const digits = digitsOf(value);
  return /^\d{6}$/.test(digits) ? `${digits.slice(0, 3)}-${digits.slice(3)}` : value;
}
