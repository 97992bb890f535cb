/** Returns the name of a value; the value itself if it has none, because another version may know more of them. */
export const nameOrSelf = (names: Readonly<Record<string, string>>, value: string): string => names[value] ?? value;
