import { Heading } from "~/components/layout/heading";
import { title } from "~/lib/title";
import { screen } from "~/services/route.server";

export const meta = () => title("Coming Soon...");

export const loader = screen(async () => null);

export default function Dashboard() {
  return <Heading title="Coming Soon..." />;
}
