import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import options from "../../../remix.config.js";

/** The same Remix with the same flags as the product, and nothing else. */
export default defineConfig({ plugins: [remix({ future: options.future })], build: { target: "es2022" } });
