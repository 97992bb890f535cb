/** Reads the names of pictures: `AB-12.jpg` is of the SKU AB-12, and `AB-12_2.jpg` is its second picture. */
export interface Reading {
  /** In lower case. */
  sku: string;
  /** Its place among the pictures of the SKU: 0 without a number. */
  position: number;
}

const numbered = /^(.+)_(\d{1,2})$/s;
const ending = /\.(jpe?g|png|gif|webp)$/i;

export const isPictureName = (name: string): boolean => ending.test(name);

/** Files that operating systems add to a zip file without being asked. */
export const isAddedBySystem = (path: string): boolean => /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(path);

/** The ways to read a name: the SKU may itself end with a number. */
export function readingsOf(name: string): Reading[] {
  const whole = name.replace(ending, "").trim().toLowerCase();
  const [, sku, number] = numbered.exec(whole) ?? [];
  return [{ sku: whole, position: 0 }, ...(sku ? [{ sku, position: Number(number) }] : [])];
}
