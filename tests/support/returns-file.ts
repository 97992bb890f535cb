/** A bank's return file with these credits, as direct entry describes it. */
interface Returned {
  reference: string;
  /** Dollars. */
  amount: number;
  /** As `066-102`. */
  bsb: string;
  accountNumber: string;
  accountName?: string;
  /** What the bank says: 3 is a closed account. */
  code?: string;
}

const payer = { bsb: "980-000", accountNumber: "123456789" };

/** @param day two digits each of day, month and year */
export const returnsFile = (credits: readonly Returned[], day: string): string =>
  [
    `0${" ".repeat(17)}01CBA${" ".repeat(7)}${"HARBOUR TRADING".padEnd(26)}301500${"RETURNS".padEnd(12)}${day}${" ".repeat(40)}`,
    ...credits.map(
      ({ reference, amount, bsb, accountNumber, accountName = "ACACIA", code = "3" }) =>
        `2${payer.bsb}${payer.accountNumber.padStart(9)}${code}50${String(Math.round(amount * 100)).padStart(10, "0")}` +
        `${accountName.padEnd(32)}${reference.padEnd(18)}${bsb}${accountNumber.padStart(9)}${"HARBOUR".padEnd(16)}07301500`,
    ),
    `7999-999${" ".repeat(112)}`,
  ].join("\r\n");
