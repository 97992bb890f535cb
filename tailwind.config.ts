import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";
import { colourVariables, dark, light } from "./contract/colours.ts";

export default {
  content: ["./app/**/*.{ts,tsx}"],
  // Words of the code that Tailwind takes for classes. The style sheet is part of every page.
  blocklist: ["blur", "container", "filter", "static", "transform", "transition", "!input", "!link"],
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
        ":root": { ...colourVariables(light), colorScheme: "light dark" },
        "@media (prefers-color-scheme: dark)": { ":root:not([data-theme=light])": colourVariables(dark) },
        // What the person chose, whatever the system says.
        ":root[data-theme=light]": { colorScheme: "light" },
        ":root[data-theme=dark]": { ...colourVariables(dark), colorScheme: "dark" },
      });
      addVariant("coarse", "@media (pointer: coarse)");
    }),
  ],
} satisfies Config;
