/** A reader for Code 128, written from its standard (ISO/IEC 15417), independently of the library that draws it. */

/** The widths of the bars and spaces of each symbol, by its value; 106 is the stop. */
const symbols = (
  "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 " +
  "221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 " +
  "231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 " +
  "314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 " +
  "111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 " +
  "114131 311141 411131 211412 211214 211232 2331112"
).split(" ");
const [startA, stop] = [103, 106];
/** For each code set: the values that switch to another set. */
const codeSets: Record<string, Record<number, string>> = {
  A: { 99: "C", 100: "B" },
  B: { 99: "C", 101: "A" },
  C: { 100: "B", 101: "A" },
};

interface PixelImage {
  width: number;
  height: number;
  /** Red, green, blue and opacity of each pixel. */
  data: Uint8ClampedArray;
}

/** Reads the barcode in the image; undefined if no line of pixels is one. */
export function scan({ width, height, data }: PixelImage): string | undefined {
  for (let y = 0; y < height; y += 3) {
    const isDark = Array.from({ length: width }, (_, x) => (data[(y * width + x) * 4] ?? 255) < 128);
    const text = textOf(runsOf(isDark));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Returns the lengths of light and dark runs in turn, starting with a light one. */
function runsOf(isDark: readonly boolean[]): number[] {
  const runs: number[] = [];
  let shade = false;
  let length = 0;
  for (const dark of isDark) {
    if (dark !== shade) {
      runs.push(length);
      length = 0;
      shade = dark;
    }
    length++;
  }
  return [...runs, length];
}

function textOf([before = 0, ...runs]: number[]): string | undefined {
  const after = runs.pop() ?? 0;
  const values: number[] = [];
  const ending = runs.splice(-7);
  if (ending.length < 7 || runs.length % 6 !== 0 || symbolOf(ending, 13) !== stop) return undefined;
  for (let i = 0; i < runs.length; i += 6) values.push(symbolOf(runs.slice(i, i + 6), 11));
  const check = values.pop();
  const sum = values.reduce((all, value, i) => all + value * Math.max(i, 1), 0);
  const module = ending.reduce((all, run) => all + run, 0) / 13;
  const isQuiet = Math.min(before, after) >= 10 * module;
  return isQuiet && check === sum % 103 && !values.includes(-1) ? signsOf(values) : undefined;
}

function symbolOf(runs: readonly number[], modules: number): number {
  const module = runs.reduce((sum, run) => sum + run, 0) / modules;
  return symbols.indexOf(runs.map((run) => Math.round(run / module)).join(""));
}

function signsOf([start = 0, ...values]: number[]): string {
  let codeSet = "ABC"[start - startA] ?? "";
  let text = "";
  for (const value of values) {
    const other = codeSets[codeSet]?.[value];
    if (other) codeSet = other;
    else if (codeSet === "C") text += String(value).padStart(2, "0");
    else text += String.fromCharCode(value + (codeSet === "A" && value >= 64 ? -64 : 32));
  }
  return text;
}
