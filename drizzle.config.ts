import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "api/core/database/schema/index.ts",
  out: "./api/core/database/migrations",
});
