import { redirect } from "@remix-run/node";
import { startPage } from "#app/services/pages/start-page.server.ts";
import { screen } from "#app/services/request/route.server.ts";

export const loader = screen(async ({ request }) => redirect(await startPage(request)));
