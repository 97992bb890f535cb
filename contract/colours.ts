/**
 * The colours of the product, named by purpose. The back office, the sign-in pages, documents and emails use them;
 * documents and emails are printed or shown on white and use the light ones.
 */
export const light = {
  canvas: "#f6f6f3",
  surface: "#ffffff",
  sunken: "#efeee9",
  ink: "#1b2321",
  muted: "#58615e",
  line: "#dcdad2",
  field: "#8b8f89",
  accent: "#0b6455",
  "accent-soft": "#e3f1ed",
  "on-accent": "#ffffff",
  danger: "#a8261c",
  "danger-soft": "#fbeae8",
  warn: "#86530a",
  "warn-soft": "#fbf1dd",
  good: "#17663c",
  "good-soft": "#e5f3ea",
  focus: "#1f5fd0",
  nav: "#14211e",
  "on-nav": "#e8efec",
  "nav-muted": "#9fb3ac",
  "nav-selected": "#1f3a34",
  "nav-mark": "#5fc5b0",
};

/** The colours that differ in the dark theme. */
export const dark: Partial<typeof light> = {
  canvas: "#121816",
  surface: "#1a2220",
  sunken: "#222b28",
  ink: "#e6ecea",
  muted: "#a3b0ac",
  line: "#33403c",
  field: "#71807b",
  accent: "#5fc5b0",
  "accent-soft": "#173630",
  "on-accent": "#0c1f1a",
  danger: "#f0938b",
  "danger-soft": "#3b1d1b",
  warn: "#e5b567",
  "warn-soft": "#3a2d14",
  good: "#7fcf9f",
  "good-soft": "#17321f",
  focus: "#8ab4ff",
  nav: "#0c1210",
  "nav-selected": "#1a2f2a",
};

/** Returns the colours as CSS custom properties, such as `--accent`. */
export const colourVariables = (colours: object): Record<string, string> =>
  Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--${name}`, value as string]));
