import { downloadRefused } from "#app/services/imports/imports.server.ts";

export const loader = downloadRefused;
