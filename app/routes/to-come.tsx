import { useLoaderData } from "@remix-run/react";
import { Heading } from "~/components/layout/heading";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { missing, screen } from "~/services/route.server";

/** The areas of the menu that are not built yet. This page goes away with the last of them. */
const areas: Record<string, string> = {
  [paths.shipments()]: "Shipments",
  [paths.invoices()]: "Invoices",
};

export const meta = ({ data }: { data?: { heading: string } }) => title(data?.heading ?? "Not found");

export const loader = screen(async ({ url }) => {
  const [, first = ""] = url.pathname
    .replace(/\.data$/, "")
    .toLowerCase()
    .split("/");
  const heading = areas[`/${first}`];
  if (!heading) throw missing();
  return { heading };
});

export default function ToCome() {
  const { heading } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading title={heading} />
      <p>This area is not built yet.</p>
    </>
  );
}
