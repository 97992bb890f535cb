import { useLocation } from "@remix-run/react";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { dollars } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { SupplierPage } from "#app/services/suppliers/suppliers.server.ts";
import { SupplierMarketplaceStatus, supplierMarketplaceStatuses } from "#contract/enumerations.ts";
import { dayMs, formatDay } from "#contract/rules/dates.ts";
import { inclusive } from "#contract/rules/money.ts";
import { formatPercent } from "#contract/rules/percent.ts";
import type { SupplierMarketplace } from "#contract/suppliers/schema.ts";

const { pending, active, disabled } = SupplierMarketplaceStatus;
const tones: Record<number, "good" | "warn" | "plain"> = { [pending]: "warn", [active]: "good", [disabled]: "plain" };
const statusName = (status: number) =>
  supplierMarketplaceStatuses.find(({ value }) => value === status)?.displayName ?? "Unknown";

const columns = [
  { heading: "Marketplace" },
  { heading: "Status" },
  { heading: "Commission Rate", isNumber: true },
  { heading: "Referral CPC", isNumber: true },
  { heading: "Agreement Execution Date" },
  { heading: "Agreement Executed By" },
  { heading: "Actions" },
];

export function MarketplacesCard({ page }: { page: SupplierPage }) {
  const { supplier, canAddMarketplace } = page;
  const { search } = useLocation();
  const add = canAddMarketplace && (
    <Link to={`${paths.newSupplierMarketplace(supplier.id)}${search}`} className="button" preventScrollReset>
      Add Marketplace
    </Link>
  );
  return (
    <Card title="Marketplaces" action={add}>
      {supplier.marketplaces.length === 0 ? (
        <p className="text-muted">This supplier is not on a marketplace yet.</p>
      ) : (
        <CardTable columns={columns}>
          {supplier.marketplaces.map((link) => (
            <Row key={link.marketplaceId} link={link} page={page} />
          ))}
        </CardTable>
      )}
    </Card>
  );
}

function Row({ link, page: { supplier, may, timeZone, gstRate } }: { link: SupplierMarketplace; page: SupplierPage }) {
  return (
    <tr>
      <td className="min-w-32">{link.marketplaceName}</td>
      <td>
        <Pill tone={tones[link.status] ?? "plain"}>{statusName(link.status)}</Pill>
      </td>
      <td className="text-right">{formatPercent(link.commissionRate)}</td>
      <td className="text-right">{dollars(inclusive(link.referralCostPerClickCharge, gstRate)) ?? "–"}</td>
      <td className="whitespace-nowrap">{link.agreementDate ? <Executed link={link} timeZone={timeZone} /> : "–"}</td>
      <td>{[link.agreementExecutedByGivenName, link.agreementExecutedBySurname].filter(Boolean).join(" ") || "–"}</td>
      <td className="whitespace-nowrap">
        <Actions link={link} supplierId={supplier.id} canManage={may.marketplaces} />
      </td>
    </tr>
  );
}

/** The date of the agreement and, from a month before, the end of its term. Agreements do not end automatically. */
function Executed({
  link: { status, agreementDate, agreementEndDate },
  timeZone,
}: {
  link: SupplierMarketplace;
  timeZone: string;
}) {
  const left = agreementEndDate ? Date.parse(agreementEndDate) - Date.now() : Number.POSITIVE_INFINITY;
  const isNear = status === active && left < 30 * dayMs;
  return (
    <>
      {formatDay(agreementDate ?? "", timeZone)}
      {status === active && agreementEndDate && (
        <span className={`block text-xs ${isNear ? "font-semibold text-warn" : "text-muted"}`} suppressHydrationWarning>
          {left < 0 ? "Initial term ended" : "Initial term ends"} {formatDay(agreementEndDate, timeZone)}
        </span>
      )}
    </>
  );
}

function Actions({
  link,
  supplierId,
  canManage,
}: {
  link: SupplierMarketplace;
  supplierId: number;
  canManage: boolean;
}) {
  const { search } = useLocation();
  const { status, marketplaceId, marketplaceName } = link;
  const dialog = (path: string, label: string, look = "link mr-3") => (
    <Link to={`${path}${search}`} className={look} preventScrollReset aria-label={`${label} ${marketplaceName}`}>
      {label}
    </Link>
  );
  return (
    <>
      {status === pending && link.agreementDocumentFileId && (
        <Link
          to={`${paths.agreement(supplierId, marketplaceId)}${search}`}
          className="link mr-3"
          aria-label={`Review Agreement with ${marketplaceName}`}
        >
          Review Agreement
        </Link>
      )}
      {status === active && link.agreementDocumentFileId && (
        <a
          href={paths.agreementFile(supplierId, marketplaceId)}
          className="link mr-3"
          download
          aria-label={`Download Agreement with ${marketplaceName}`}
        >
          Download Agreement
        </a>
      )}
      {canManage && dialog(paths.supplierMarketplace(supplierId, marketplaceId), "Edit")}
      {canManage &&
        status === active &&
        dialog(
          paths.disableSupplierMarketplace(supplierId, marketplaceId),
          "Disable",
          "inline-block min-h-6 text-danger underline underline-offset-2",
        )}
      {canManage && status === disabled && dialog(paths.enableSupplierMarketplace(supplierId, marketplaceId), "Enable")}
    </>
  );
}
