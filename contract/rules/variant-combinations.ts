/** Combinations of options, and the SKUs of the variants that have them. */

interface Option {
  optionCode: string;
  optionValue: string;
}

/**
 * Returns how many combinations there are with one of these options of each attribute, and how many of them exist.
 * @param attributes the chosen options of each attribute
 * @param variants the options of each variant that exists
 */
export function countCombinations(
  attributes: readonly (readonly number[])[],
  variants: readonly (readonly number[])[],
): { all: number; existing: number } {
  if (attributes.length === 0) return { all: 0, existing: 0 };
  const chosen = attributes.map((options) => new Set(options));
  const isChosen = (variant: readonly number[]) =>
    variant.length === chosen.length && chosen.every((options) => variant.some((option) => options.has(option)));
  return {
    all: chosen.reduce((product, { size }) => product * size, 1),
    existing: new Set(variants.filter(isChosen).map(combinationKey)).size,
  };
}

/** Returns the same text for the same options in any order. */
export const combinationKey = (options: readonly number[]): string => [...options].sort((a, b) => a - b).join();

/** Returns all combinations with one item of each list; those of the first item of the first list come first. */
export function combinationsOf<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>(
    (started, items) => started.flatMap((begun) => items.map((item) => [...begun, item])),
    [[]],
  );
}

/** Returns the start and the options' codes, joined by hyphens; an option without a code is named by its value. */
export function variantSku(start: string, options: readonly Option[]): string {
  const parts = options.map(({ optionCode, optionValue }) => (optionCode || optionValue).trim().replace(/\s+/g, "-"));
  return [start.trim(), ...parts].join("-");
}

/** Returns a SKU for each combination. Where several would be the same, numbers follow: `TEE-RED`, `TEE-RED-2`. */
export function variantSkus(start: string, combinations: readonly (readonly Option[])[]): string[] {
  const used = new Set<string>();
  return combinations.map((options) => {
    const wanted = variantSku(start, options);
    let sku = wanted;
    for (let number = 2; used.has(sku.toLowerCase()); number += 1) sku = `${wanted}-${number}`;
    used.add(sku.toLowerCase());
    return sku;
  });
}
