import { redirect } from "@remix-run/node";
import { paths } from "~/lib/paths";
import { screen } from "~/services/route.server";

export const loader = screen(async () => redirect(paths.suppliers()));
