// Runs the suites one after the other; those that leave a processor idle run two at a time.

/**
 * @template T
 * @param {T[]} items are begun in this order
 * @param {(item: T) => boolean} leavesIdle
 * @param {(item: T, run: { next: T[], isBeside: boolean }) => Promise<void>} work is told which items have not begun,
 *   and whether another one may be running
 */
export async function inLanes(items, leavesIdle, work) {
  const waiting = [...items];
  while (waiting.length > 0) {
    const firstAlone = waiting.findIndex((item) => !leavesIdle(item));
    const group = waiting.splice(0, firstAlone < 0 ? waiting.length : Math.max(1, firstAlone));
    const isBeside = group.length > 1;
    const lane = async () => {
      for (let item = group.shift(); item !== undefined; item = group.shift())
        await work(item, { next: [...group, ...waiting], isBeside });
    };
    await Promise.all([lane(), lane()]);
  }
}

/** Returns a function that runs what it is given one after the other, also when it is called by both lanes. */
export function oneAtATime() {
  let last = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}
