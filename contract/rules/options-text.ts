/** Formats options as `Colour: Red, Size: M`. */
export function optionsText(options: readonly { name: string; value: string }[]): string {
  return options.map(({ name, value }) => `${name}: ${value}`).join(", ");
}
