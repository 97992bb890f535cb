/** True if a trigram index can find the text: it has no trigrams of fewer characters, or of signs alone. */
export const hasTrigrams = (text: string): boolean => [...text].length >= 3 && /[\p{L}\p{N}]/u.test(text);
