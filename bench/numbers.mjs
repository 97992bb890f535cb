export function median(values) {
  return percentile(values, 50);
}

export function percentile(values, percent) {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)];
}

/** Returns the median of each figure over several runs. */
export function medians(runs) {
  const names = [...new Set(runs.flatMap((run) => Object.keys(run)))];
  return Object.fromEntries(names.map((name) => [name, median(runs.map((run) => run[name]))]));
}
