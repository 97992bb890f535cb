import { Card } from "#app/components/layout/card.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { paths } from "#app/lib/paths.ts";

interface Props {
  title: string;
  shipments: readonly { id: number; name: string; whyNot: string | undefined }[];
}

/** The chosen shipments that cannot be processed, each with the reason. */
export function ShipmentsLeftOut({ title, shipments }: Props) {
  if (shipments.length === 0) return null;
  return (
    <Card title={title}>
      <ul className="grid gap-1.5 [overflow-wrap:anywhere]">
        {shipments.map(({ id, name, whyNot }) => (
          <li key={id} id={`S${id}.Row`}>
            <Link to={paths.shipment(id)} className="link">
              {name}
            </Link>{" "}
            {whyNot}
          </li>
        ))}
      </ul>
    </Card>
  );
}
