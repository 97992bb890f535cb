/** Returns the ids of a variant's options, which are stored as `3,17`. */
export const optionIdsOf = ({ combination }: { combination: string }): number[] =>
  combination.split(",").filter(Boolean).map(Number);
