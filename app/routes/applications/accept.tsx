import { useLoaderData } from "@remix-run/react";
import { ChoicesField, TextField } from "#app/components/form/fields.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { Decision } from "#app/routes/applications/parts/decision.tsx";
import {
  MarketplaceTerms,
  marketplaceLabels,
  newMarketplaceValues,
} from "#app/routes/suppliers/parts/marketplace-fields.tsx";
import { applicationForms, loadDecision } from "#app/services/applications/applications.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { applications } from "#contract/applications/operations.ts";
import { acceptForm } from "#contract/applications/schema.ts";

const heading = "Accept Application";

export const meta = () => title(heading);

export const loader = screenFor(applications.accept, loadDecision);

export const action = commandForms(applicationForms);

export const clientAction = keepTyped;

const { CommissionRate, ReferralCostPerClickCharge } = marketplaceLabels;
const labels = { UserEmail: "First user", MarketplaceIds: "Agreements", CommissionRate, ReferralCostPerClickCharge };

export default function AcceptApplication() {
  const { companyName, abn, email, marketplaces, suppliersWithSameAbn } = useLoaderData<typeof loader>();
  const { MarketplaceId: _, ...terms } = newMarketplaceValues;
  return (
    <Decision
      title={heading}
      sub={`${companyName} · ABN ${abn}`}
      above={
        suppliersWithSameAbn.length > 0 && (
          <p className="mb-3 font-semibold text-warn">
            There is a supplier with this ABN: {suppliersWithSameAbn.map(({ name }) => name).join(", ")}.
          </p>
        )
      }
      intent="accept"
      schema={acceptForm}
      values={{ UserEmail: email, MarketplaceIds: marketplaces.map(({ value }) => value), ...terms }}
      submit="Accept"
      busy="Saving..."
      labels={labels}
      leaves
    >
      <TextField
        name="UserEmail"
        label={labels.UserEmail}
        type="email"
        isWide
        autoComplete="off"
        hint="Gets all permissions for this supplier, and an email to choose a password."
      />
      {marketplaces.length > 0 && (
        <>
          <ChoicesField
            name="MarketplaceIds"
            label={labels.MarketplaceIds}
            options={marketplaces}
            hint="With these terms, which you can change on the supplier's page until the supplier has agreed."
          />
          <MarketplaceTerms />
        </>
      )}
    </Decision>
  );
}
