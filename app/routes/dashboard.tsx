import { Heading } from "#app/components/layout/heading.tsx";
import { title } from "#app/lib/title.ts";
import { screen } from "#app/services/request/route.server.ts";

export const meta = () => title("Coming Soon...");

export const loader = screen(async () => null);

export default function Dashboard() {
  return <Heading title="Coming Soon..." />;
}
