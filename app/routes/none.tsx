import { missing, screen } from "~/services/route.server";

/** An address of nothing: the page says so within the shell. */
export const loader = screen(async () => {
  throw missing();
});

export default function None() {
  return null;
}
