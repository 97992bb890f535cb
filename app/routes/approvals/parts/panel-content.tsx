import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { detailsId } from "#app/lib/list-state.ts";
import type { ApprovalDetails } from "#app/services/approvals/list.server.ts";
import { Changes } from "./changes.tsx";
import { Decisions, type WithForm } from "./decisions.tsx";
import { Product } from "./product.tsx";

const isChangeable = (details: ApprovalDetails): details is WithForm => details.form !== undefined;

/** After a decision, moves the focus into the details of the next row; without scripts, the fragment does that. */
function useFocusFromFragment(id: string) {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation to the fragment moves the focus
  useEffect(() => {
    if (hash === `#${id}`) document.getElementById(id)?.focus({ preventScroll: true });
  }, [hash, key, id]);
}

export default function PanelContent({ details }: { details: ApprovalDetails }) {
  const { id, product, changes } = details;
  useFocusFromFragment(detailsId(id));
  return (
    <div className="settling relative grid gap-3">
      {product && <Product product={product} />}
      {changes && <Changes changes={changes} />}
      {isChangeable(details) ? <Decisions details={details} /> : <ReadOnly details={details} />}
    </div>
  );
}

function ReadOnly({
  details: { isDisabled, disableReason, availableFrom, availableTo, groups },
}: {
  details: ApprovalDetails;
}) {
  return (
    <Details>
      <Detail term="Available From">{availableFrom}</Detail>
      <Detail term="Available To">{availableTo}</Detail>
      {groups.map(({ name, chosen }) => (
        <Detail key={name} term={name} isWide>
          {chosen.join("\n")}
        </Detail>
      ))}
      {disableReason && (
        <Detail term={isDisabled ? "Disabled because" : "Was disabled because"} isWide>
          {disableReason}
        </Detail>
      )}
    </Details>
  );
}
