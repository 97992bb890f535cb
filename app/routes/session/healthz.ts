import { open } from "~/services/route.server";

/** For whatever watches this process: it is up. */
export const loader = open(async () => new Response("up"));
