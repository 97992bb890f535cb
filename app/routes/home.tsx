import { redirect } from "@remix-run/node";
import { paths } from "#app/lib/paths.ts";
import { screen } from "#app/services/request/route.server.ts";

export const loader = screen(async () => redirect(paths.suppliers()));
