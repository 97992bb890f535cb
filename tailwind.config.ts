import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";

/** The tokens, named by purpose. Dark redefines the variables and nothing else. */
const light = {
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

const dark: Partial<typeof light> = {
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

const variables = (tokens: object) =>
  Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value as string]));

export default {
  content: ["./app/**/*.{ts,tsx}"],
  // Variables of shadows and transforms stand where they are used, not on every element of the page.
  experimental: { optimizeUniversalDefaults: true },
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      ...Object.fromEntries(Object.keys(light).map((name) => [name, `var(--${name})`])),
    },
    fontFamily: { sans: ["system-ui", "-apple-system", '"Segoe UI"', "Roboto", '"Noto Sans"', "sans-serif"] },
    fontSize: {
      xs: ["12px", "18px"],
      sm: ["13px", "20px"],
      base: ["14px", "21px"],
      md: ["15px", "22px"],
      lg: ["16px", "24px"],
      xl: ["20px", "28px"],
    },
    borderRadius: { DEFAULT: "6px", full: "999px", none: "0" },
    boxShadow: { raised: "0 8px 32px rgb(0 0 0 / 0.24)", none: "none" },
    screens: { narrow: { max: "899px" }, small: { max: "599px" }, wide: "900px" },
    extend: {},
  },
  plugins: [
    plugin(({ addBase, addVariant }) => {
      addBase({
        ":root": { ...variables(light), colorScheme: "light dark" },
        "@media (prefers-color-scheme: dark)": { ":root:not([data-theme=light])": variables(dark) },
        // What the person chose, whatever the system says.
        ":root[data-theme=light]": { colorScheme: "light" },
        ":root[data-theme=dark]": { ...variables(dark), colorScheme: "dark" },
      });
      addVariant("coarse", "@media (pointer: coarse)");
    }),
  ],
} satisfies Config;
