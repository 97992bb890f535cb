import { missing, screen } from "#app/services/request/route.server.ts";

/** The page for an unknown address, inside the shell. */
export const loader = screen(async () => {
  throw missing();
});

export default function None() {
  return null;
}
