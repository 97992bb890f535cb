import { useLoaderData } from "@remix-run/react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { countOf } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { useLookWhenBack } from "#app/routes/shipments/parts/refresh-on-return.ts";
import { ShipmentsLeftOut } from "#app/routes/shipments/parts/shipments-left-out.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { loadSlips, type SlipsPage, slipsForms } from "#app/services/shipments/packaging-slips.server.ts";
import { shipments } from "#contract/shipments/operations.ts";

export const meta = () => title("Packaging Slips");

export const handle: BreadcrumbHandle<SlipsPage> = {
  breadcrumb: ({ parent }) => ({ list: { label: "Shipments", path: parent }, label: "Packaging Slips" }),
};

export const loader = screenFor(shipments.packagingSlips, loadSlips);

export const action = commandForms(slipsForms);

export const clientAction = keepTyped;

export default function PackagingSlips() {
  const { toPrint, without, parent, canMark, commandId } = useLoaderData<typeof loader>();
  useLookWhenBack();
  return (
    <>
      <Heading title="Packaging Slips">
        <Link to={parent} className="button">
          Back to the shipments
        </Link>
        {toPrint.length > 0 && !canMark && (
          <a
            href={paths.packagingSlipsFile(toPrint.map(({ id }) => id))}
            className="button button-primary"
            target="_blank"
            rel="noreferrer"
          >
            Print {countOf(toPrint.length, "Packaging Slip")}
          </a>
        )}
        {toPrint.length > 0 && canMark && (
          <CommandButton
            intent="file"
            commandId={commandId}
            label={`Print ${countOf(toPrint.length, "Packaging Slip")}`}
            busy="Printing..."
            look="primary"
            opensNewTab
          >
            <input type="hidden" name="ShipmentIds" value={toPrint.map(({ id }) => id).join()} />
          </CommandButton>
        )}
      </Heading>
      <ShipmentsLeftOut title="Without a packaging slip" shipments={without} />
      {toPrint.length > 0 && (
        <Card title="To print">
          <CardTable columns={columns} label="To print">
            {toPrint.map(({ id, name, customer, isPrinted }) => (
              <tr key={id}>
                <td className="[overflow-wrap:anywhere]">
                  <Link to={paths.shipment(id)} className="link">
                    {name}
                  </Link>
                </td>
                <td className="[overflow-wrap:anywhere]">{customer}</td>
                <td>{isPrinted && <Pill tone="good">Slip printed</Pill>}</td>
              </tr>
            ))}
          </CardTable>
          {toPrint.length > 1 && <p className="mt-3 text-muted">The PDF starts with a combined pick list.</p>}
        </Card>
      )}
    </>
  );
}

const columns = [{ heading: "Shipment" }, { heading: "Customer" }, { heading: "Printed" }];
