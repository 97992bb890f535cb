import { useLoaderData } from "@remix-run/react";
import { chosenMany } from "#app/components/list/chosen-many.tsx";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { KeysButton } from "#app/components/popup/keys-button.tsx";
import { ListingStatus } from "#app/components/text/listing-status.tsx";
import { image } from "#app/lib/image.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { ApprovalPanel } from "#app/routes/approvals/parts/approval-panel.tsx";
import { ChosenRows } from "#app/routes/approvals/parts/chosen-rows.tsx";
import { approvalForms } from "#app/services/approvals/forms.server.ts";
import { type ListedApproval, loadApprovals } from "#app/services/approvals/list.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { approvals } from "#contract/approvals/operations.ts";

export const meta = () => title("Approvals");

export const loader = screenFor(approvals.list, loadApprovals);

export const action = commandForms(approvalForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

/** Rows of one product differ by marketplace. */
const nameOf = ({ productName, marketplaceName }: ListedApproval) => `${productName} on ${marketplaceName}`;

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

const canChooseOf = ({ may, rows }: Data) => may.canChangeMany && rows.length > 0;

function listOf(data: Data): List<ListedApproval> {
  return {
    title: "Approvals",
    path: paths.approvals(),
    noun: "products",
    filters: [
      { kind: "text", name: "productName", label: "Product name" },
      { kind: "select", name: "productTypeId", label: "Product type", any: "(Any)" },
      { kind: "select", name: "supplierId", label: "Supplier", any: "(Any)" },
      { kind: "select", name: "marketplaceId", label: "Marketplace", any: "(Any)" },
      { kind: "select", name: "status", label: "Status", any: "(Any)", needs: "marketplaceId" },
      { kind: "checkbox", name: "showActiveOnly", label: "Active only" },
      { kind: "checkbox", name: "showWaitingOnly", label: "Waiting only" },
    ],
    columns: [
      {
        heading: "Image",
        isHiddenWhenSmall: true,
        cell: (row) => (
          <img
            src={image(data.cdnBaseUrl, row.productImageFileId, 50)}
            alt=""
            width={50}
            height={50}
            loading="lazy"
            className="rounded object-contain"
          />
        ),
      },
      {
        heading: "Product",
        isFixed: true,
        sort: "productName",
        cell: (row) => (
          <>
            <a href={paths.product(row.productId)} target="_blank" rel="noopener">
              {row.productName}
              <span className="sr-only"> (opens in new tab)</span>
            </a>
            <span className="hidden text-muted small:block">{row.marketplaceName}</span>
          </>
        ),
      },
      { heading: "Marketplace", sort: "marketplaceName", cell: (row) => row.marketplaceName, isHiddenWhenSmall: true },
      { heading: "Supplier", sort: "supplierName", cell: (row) => row.supplierName, isHiddenWhenSmall: true },
      { heading: "Status", sort: "status", cell: (row) => <ListingStatus status={row.status} /> },
      { heading: "Created", sort: "created", cell: (row) => row.created ?? "–", isHiddenWhenSmall: true },
      {
        heading: "Approved By",
        sort: "approvedByUserFullName",
        cell: (row) => row.approvedByUserFullName || "–",
        isHiddenWhenSmall: true,
      },
      {
        heading: "Marketplace SKU",
        sort: "marketplaceSKU",
        cell: (row) => row.marketplaceSKU || "–",
        isHiddenWhenSmall: true,
      },
    ],
    rowId: (row) => row.id,
    expansion: {
      heading: "Details",
      isThere: () => true,
      isOpen: (row) => row.details !== undefined,
      label: (_, isOpen) => (isOpen ? "Hide details" : "Show details"),
      name: (row, isOpen) => `${isOpen ? "Hide" : "Show"} details of ${nameOf(row)}`,
      content: (row) => row.details && <ApprovalPanel key={row.id} details={row.details} />,
    },
    ...(canChooseOf(data) && { choice: { ...chosenMany, name: nameOf } }),
  };
}

export default function Approvals() {
  const data = useLoaderData<typeof loader>();
  return (
    <ListScreen
      list={listOf}
      data={data}
      actions={<KeysButton approves={data.may.canChange} />}
      above={canChooseOf(data) && <ChosenRows totalCount={data.totalCount} />}
    />
  );
}
