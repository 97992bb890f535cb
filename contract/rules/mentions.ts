/** Finds the people who are mentioned in a text, as `@Anna Bell`, `@Anna` or `@anna@example.com`. */

export interface Mentionable {
  id: number;
  /** Full name; empty if unknown. */
  name: string;
  givenName: string;
  email: string;
}

/** Most mentions in one text: each is compared with everybody. */
export const maxMentions = 20;

export interface Mentions {
  /** Ids of the people, each once. */
  ids: number[];
  /** Why the text cannot be sent; undefined if every mention is clear. */
  problem?: string;
}

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/** Names and addresses, each ends where no letter or digit follows. */
function startsWithName(text: string, name: string): boolean {
  return name !== "" && text.startsWith(name) && !isWord([...text.slice(name.length, name.length + 2)][0]);
}

/** White space within a name counts as one space, because texts have line breaks. */
const plain = (text: string) => text.replace(/\s+/g, " ").toLowerCase();

/**
 * @param people everybody who can read the text
 */
export function mentionsIn(text: string, people: readonly Mentionable[]): Mentions {
  const all = plain(text);
  const starts = [...all.matchAll(/(?<![\p{L}\p{N}._%+-])@(?=[\p{L}\p{N}])/gu)].map(({ index }) => index + 1);
  if (starts.length > maxMentions) return { ids: [], problem: `Please mention no more than ${maxMentions} people.` };
  const names = people.map(({ id, ...each }) => ({ id, ways: [each.name, each.givenName, each.email].map(plain) }));
  const ids = new Set<number>();
  for (const start of starts) {
    const rest = all.slice(start, start + 300);
    const matches = names.flatMap(({ id, ways }) =>
      ways.filter((way) => startsWithName(rest, way)).map((way) => ({ id, way })),
    );
    const longest = Math.max(...matches.map(({ way }) => way.length));
    const found = [...new Set(matches.filter(({ way }) => way.length === longest).map(({ id }) => id))];
    const [id] = found;
    const shown = original(text, rest.match(/^[^\s,;:!?)]+/)?.[0] ?? "");
    if (id === undefined)
      return {
        ids: [],
        problem: `“@${shown}” is not someone who can read this message. Please use a name from the list, or put a space after the @.`,
      };
    if (found.length > 1)
      return { ids: [], problem: `More than one person is called “${shown}”. Please use the name in the list.` };
    ids.add(id);
  }
  return { ids: [...ids] };
}

/** The word as it was typed. */
function original(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(`@${word}`);
  return at < 0 ? word : text.slice(at + 1, at + 1 + word.length);
}

/** How a person is written after the `@`: their name, or their address if the name is missing or not unique. */
export function handleOf(person: Mentionable, people: readonly Mentionable[]): string {
  const isUnique = people.every(({ id, name }) => id === person.id || plain(name) !== plain(person.name));
  return person.name !== "" && isUnique ? person.name : person.email;
}
