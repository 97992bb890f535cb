/** Recognises passwords that attackers try first. The list is in memory, so no password leaves the process. */
import { dictionary } from "@zxcvbn-ts/language-common";

/** The product name is an attacker's first guess; with demo data it is the password. */
const productNames = ["countinghouse", "counting-house", "counting house"];

/** Lower-case: some 49,000 passwords from published leaks. */
const common: ReadonlySet<string> = new Set([...dictionary["passwords-common"], ...productNames]);

/** Repeating a shorter unit is no better than holding down a key. */
const shortestUnit = 4;

/**
 * Returns true for a common password, whatever its letter case, and for what people make of one to satisfy a rule
 * about length: with digits and signs around it, repeated, or a run of keys in a row.
 */
export function isCommonPassword(password: string): boolean {
  const whole = password.normalize("NFKC").trim().toLowerCase();
  return (
    [whole, withoutPadding(whole), repeatedUnit(whole)].some((text) => common.has(text)) ||
    repeatedUnit(whole).length < shortestUnit ||
    isRun(whole)
  );
}

/** Removes digits and signs at both ends if at least a third of the password is left. */
function withoutPadding(text: string): string {
  const characters = [...text.matchAll(/\p{L}/gu)];
  const last = characters.at(-1);
  const core = text.slice(characters[0]?.index ?? 0, last ? last.index + last[0].length : 0);
  return core.length * 3 >= text.length ? core : text;
}

/** Returns the shortest text that makes up the whole by repetition: `abc` for `abcabc`. */
function repeatedUnit(text: string): string {
  return text.slice(0, `${text}${text}`.indexOf(text, 1));
}

/** True for characters that follow each other, up or down: `abcdefghijkl`, `123456789012`, `987654321098`. */
function isRun(text: string): boolean {
  const steps = Array.from(text.slice(1), (character, i) => {
    const step = character.charCodeAt(0) - text.charCodeAt(i);
    // After 9 comes 0, and the other way round.
    return /\d/.test(character) && Math.abs(step) === 9 ? -Math.sign(step) : step;
  });
  return steps.length > 0 && (steps.every((step) => step === 1) || steps.every((step) => step === -1));
}
