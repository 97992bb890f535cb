// Fits a run of the tests into a time, for machines that are slower than usual.

/**
 * @typedef {object} Timed a suite
 * @property {string} name
 * @property {number} seconds what it usually takes
 * @property {string[]} [shorter] the names of its shorter forms, the longest first
 */

/**
 * Returns the suite to run now: the wanted one, or the longest of its shorter forms that leaves time for the suites
 * after it, in their shortest forms. How slow the machine is, is known from the suites that have run.
 * @param {object} run
 * @param {Timed} run.suite
 * @param {Timed[]} run.next the suites after it
 * @param {{ seconds: number, usual: number }[]} run.past what the suites before it took, and usually take
 * @param {number} run.secondsLeft
 * @param {(name: string) => Timed} run.named
 */
export function suiteInTime({ suite, next, past, secondsLeft, named }) {
  const slowness = Math.max(1, sum(past.map(({ seconds }) => seconds)) / sum(past.map(({ usual }) => usual)) || 1);
  const shortest = ({ seconds, shorter = [] }) => (shorter.length > 0 ? named(shorter.at(-1)).seconds : seconds);
  const room = secondsLeft / slowness - sum(next.map(shortest));
  const forms = [suite, ...(suite.shorter ?? []).map(named)];
  return forms.find(({ seconds }) => seconds <= room) ?? forms.at(-1);
}

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
