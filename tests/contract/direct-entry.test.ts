import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accountProblemsOf, type Credit, directEntryFile, isPayable } from "#contract/rules/direct-entry.ts";

const payer = {
  bankCode: "WBC",
  userName: "Harbour Trading Pty Ltd",
  userId: "301500",
  bsb: "032001",
  accountNumber: "123456",
};
const head = { payer, description: "PAY-0000003", date: "2026-03-02" };
const credit: Credit = {
  bsb: "066-102",
  accountNumber: "0012 345",
  accountName: "Acacia Homewares",
  amount: 1234.5,
  reference: "INV-0000012",
};
const recordsOf = (file: string) => file.split("\r\n").slice(0, -1);

describe("a direct entry file", () => {
  it("has every record in the banks' layout", () => {
    expect(
      directEntryFile(head, [
        credit,
        { ...credit, accountNumber: "987654321", amount: 0.01, reference: "INV-0000013 +2" },
      ]),
    ).toBe(
      [
        "0                 01WBC       Harbour Trading Pty Ltd   301500PAY-0000003 020326                                        ",
        "1066-102  0012345 500000123450Acacia Homewares                INV-0000012       032-001   123456Harbour Trading 00000000",
        "1066-102987654321 500000000001Acacia Homewares                INV-0000013 +2    032-001   123456Harbour Trading 00000000",
        "7999-999            000012345100001234510000000000                        000002                                        ",
        "",
      ].join("\r\n"),
    );
  });

  it("ends with the totals of a published sample", () => {
    const amounts = [10_000, 10_000, 11_000, 292.47];
    const last = recordsOf(
      directEntryFile(
        head,
        amounts.map((amount) => ({ ...credit, amount })),
      ),
    ).at(-1);
    expect(last?.trimEnd()).toBe("7999-999            000312924700031292470000000000                        000004");
  });

  it("has names transliterated to plain letters and truncated to their fields", () => {
    const [first = "", second = ""] = recordsOf(
      directEntryFile(
        {
          ...head,
          payer: { ...payer, userName: "Müller & Søn – Ørsted Handelsgesellschaft" },
          description: "Lieferanten März",
        },
        [
          {
            ...credit,
            accountName: "D’Arcy Œuvres “Łódź” ☃ 株式会社 Straße\r\nNew line and much more",
            reference: "№ 12",
          },
        ],
      ),
    );
    expect(first.slice(30, 74)).toBe("Muller & Son - Orsted Hand301500Lieferanten ");
    expect([second.slice(30, 62), second.slice(62, 80)]).toEqual([
      "D'Arcy OEuvres Lodz Strasse New ",
      "No 12             ",
    ]);
  });
});

describe("a direct entry file is refused", () => {
  it.each([
    [{ bsb: "" }, "noBankDetails"],
    [{ accountNumber: "" }, "noBankDetails"],
    [{ bsb: "06610" }, "wrongBsb"],
    [{ bsb: "999-999" }, "wrongBsb"],
    [{ accountNumber: "12a4" }, "wrongAccountNumber"],
    [{ accountNumber: "0-000" }, "wrongAccountNumber"],
    [{ accountNumber: " - " }, "wrongAccountNumber"],
    [{ accountNumber: "1234567890" }, "longAccountNumber"],
    [{ accountName: "株式会社" }, "noAccountName"],
  ])("for an account like %j", (wrong, problem) => {
    expect(accountProblemsOf({ ...credit, ...wrong })).toEqual([problem]);
    expect(() => directEntryFile(head, [credit, { ...credit, ...wrong }])).toThrow(RangeError);
  });

  it.each([0, -1, 0.001, 1.005, 100_000_000, Number.NaN, Number.POSITIVE_INFINITY])("for an amount of %d", (amount) => {
    expect(isPayable(amount)).toBe(false);
    expect(() => directEntryFile(head, [{ ...credit, amount }])).toThrow(RangeError);
  });

  it("without credits, and if the total exceeds its field", () => {
    expect(() => directEntryFile(head, [])).toThrow(RangeError);
    const most = { ...credit, amount: 99_999_999.99 };
    expect(recordsOf(directEntryFile(head, [most]))).toHaveLength(3);
    expect(() => directEntryFile(head, [most, { ...credit, amount: 0.01 }])).toThrow(RangeError);
  });

  it("for an invalid account of the payer", () => {
    for (const wrong of [
      { bsb: "1" },
      { accountNumber: "1234567890" },
      { userName: " " },
      { userId: "1234567" },
      { userId: "abc" },
    ])
      expect(() => directEntryFile({ ...head, payer: { ...payer, ...wrong } }, [credit])).toThrow(RangeError);
  });
});

describe("for any credits", () => {
  const digits = (min: number, max: number) =>
    fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: min, maxLength: max });
  const anything = fc.string({ unit: "binary", maxLength: 60 });
  const anyCredit: fc.Arbitrary<Credit> = fc.record({
    bsb: digits(6, 6).filter((bsb) => bsb !== "000000" && bsb !== "999999"),
    accountNumber: digits(1, 9).filter((number) => /[1-9]/.test(number)),
    accountName: anything.map((words) => `A${words}`),
    amount: fc.integer({ min: 1, max: 5_000_000_00 }).map((cents) => cents / 100),
    reference: anything,
  });

  it("the records have 120 plain characters, stay in order, and match the totals", () => {
    fc.assert(
      fc.property(fc.array(anyCredit, { minLength: 1, maxLength: 15 }), anything, (credits, words) => {
        const file = directEntryFile(
          { ...head, payer: { ...payer, userName: `H${words}` }, description: words },
          credits,
        );
        expect(file).toMatch(/^([\x20-\x7e]{120}\r\n)+$/);
        expect(Buffer.byteLength(file)).toBe(122 * (credits.length + 2));
        const [, ...records] = recordsOf(file);
        const sums = records.pop() ?? "";
        expect(
          records.map((record) => [
            record.slice(1, 8).replace("-", ""),
            record.slice(8, 17).trim(),
            Number(record.slice(20, 30)),
          ]),
        ).toEqual(credits.map(({ bsb, accountNumber, amount }) => [bsb, accountNumber, Math.round(amount * 100)]));
        const total = records.reduce((sum, record) => sum + Number(record.slice(20, 30)), 0);
        expect([sums.slice(20, 30), sums.slice(30, 40), sums.slice(40, 50), sums.slice(74, 80)].map(Number)).toEqual([
          total,
          total,
          0,
          credits.length,
        ]);
      }),
    );
  });
});
