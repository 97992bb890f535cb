import { Outlet, useLoaderData } from "@remix-run/react";
import { lazy } from "react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import { EditableCard } from "#app/components/layout/card.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { HistoryLink } from "#app/components/layout/history-link.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { customerPaths } from "#app/lib/customer-paths.ts";
import { image } from "#app/lib/image.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { loadSettings, type SettingsPage, settingsForms } from "#app/services/settings/settings.server.ts";
import { settings } from "#contract/settings/operations.ts";
import { PayerDetails } from "./parts/payer-details.tsx";

const forms = () => import("./parts/forms.tsx");
const OrganisationForm = lazy(async () => ({ default: (await forms()).OrganisationForm }));
const RetentionForm = lazy(async () => ({ default: (await forms()).RetentionForm }));
const TimeZoneForm = lazy(async () => ({ default: (await forms()).TimeZoneForm }));
const EmailsForm = lazy(async () => ({ default: (await forms()).EmailsForm }));
const PayerForm = lazy(async () => ({ default: (await forms()).PayerForm }));

export const meta = () => title("Settings");

export const loader = screenFor(settings.get, loadSettings);

export const action = commandForms(settingsForms);

export const clientAction = keepTyped;

/** Where a value comes from that nobody can change here. */
function Fixed({ variable }: { variable: string }) {
  return (
    <span className="block text-sm text-muted">
      Given by the variable <code>{variable}</code> of the server.
    </span>
  );
}

export default function SettingsScreen() {
  const page = useLoaderData<typeof loader>();
  const { canEdit, editing } = page;
  const { timeZone } = page.settings;
  return (
    <>
      <Heading title="Settings">
        <HistoryLink record="settings" id={1} />
        <Pages page={page} />
      </Heading>
      <OrganisationCard page={page} />
      <div id="time-zone">
        <EditableCard
          title="Time Zone"
          name="time-zone"
          canEdit={canEdit && !timeZone.isFixed}
          editing={timeZone.isFixed ? undefined : editing}
          form={(cancelTo) => <TimeZoneForm page={page} cancelTo={cancelTo} />}
        >
          {timeZone.value.replaceAll("_", " ")}
          {timeZone.isFixed && <Fixed variable="TIME_ZONE" />}
        </EditableCard>
      </div>
      <RetentionCard page={page} />
      <EmailsCard page={page} />
      <PayerCard page={page} />
      <Outlet />
    </>
  );
}

/** Links to the pages that belong to the settings. */
function Pages({ page }: { page: SettingsPage }) {
  return (
    <>
      {page.hasDeliveries && (
        <Link to={paths.deliveries()} className="button">
          Deliveries
        </Link>
      )}
      {page.hasPersonalData && (
        <Link to={customerPaths.find()} className="button">
          Personal Data
        </Link>
      )}
      {page.hasKeys && (
        <Link to={paths.keys()} className="button">
          API Keys
        </Link>
      )}
      {page.hasSetup && (
        <Link to={paths.setup()} className="button">
          Set-up
        </Link>
      )}
    </>
  );
}

function OrganisationCard({ page }: { page: SettingsPage }) {
  const { organisation, signInAddress } = page.settings;
  return (
    <div id="organisation">
      <EditableCard
        title="Organisation"
        name="organisation"
        canEdit={page.canEdit}
        editing={page.editing}
        form={(cancelTo) => <OrganisationForm page={page} cancelTo={cancelTo} />}
      >
        <Details>
          <Detail term="Name">{organisation.name}</Detail>
          <Detail term="Sign-in address">{signInAddress}</Detail>
          <Detail term="Logo" isWide>
            {organisation.logoId && (
              <img src={image(page.cdnBaseUrl, organisation.logoId, 100)} alt={`Logo of ${organisation.name}`} />
            )}
          </Detail>
        </Details>
      </EditableCard>
    </div>
  );
}

function RetentionCard({ page }: { page: SettingsPage }) {
  const { history, customers } = page.settings.retention;
  return (
    <div id="retention">
      <EditableCard
        title="How Long Data Is Kept"
        name="retention"
        canEdit={page.canEdit}
        editing={page.editing}
        form={(cancelTo) => <RetentionForm page={page} cancelTo={cancelTo} />}
      >
        <Details>
          <Detail term="History" isWide>
            {history.value} months; that of orders, shipments, invoices and suppliers at least 84
            {history.isFixed && <Fixed variable="HISTORY_MONTHS" />}
          </Detail>
          <Detail term="Customers’ details" isWide>
            {customers} months before they may be erased
          </Detail>
        </Details>
      </EditableCard>
    </div>
  );
}

function EmailsCard({ page }: { page: SettingsPage }) {
  const { from, server } = page.settings.mail;
  return (
    <div id="emails">
      <EditableCard
        title="Emails"
        name="emails"
        canEdit={page.canEdit && !(from.isFixed && server.isFixed)}
        editing={page.editing}
        action={
          page.canEdit && (
            <>
              {server.shown !== null && !server.isFixed && (
                <CommandButton
                  intent="removeMailServer"
                  commandId={page.commandId}
                  label="Remove Mail Server"
                  busy="Working..."
                />
              )}
              <CommandButton
                intent="testMail"
                commandId={page.commandId}
                label="Send Me a Test Mail"
                busy="Sending..."
              />
            </>
          )
        }
        form={(cancelTo) => <EmailsForm page={page} cancelTo={cancelTo} />}
      >
        <Details>
          <Detail term="Sender" isWide>
            {from.value}
            {from.isFixed && <Fixed variable="MAIL_FROM" />}
          </Detail>
          <Detail term="Mail server" isWide>
            {server.shown ?? "None: emails are written to a folder of the server, and nobody receives them."}
            {server.isFixed && <Fixed variable="SMTP_URL" />}
            {page.mailServerSet && <span className="block text-sm text-muted">Set {page.mailServerSet}.</span>}
          </Detail>
        </Details>
      </EditableCard>
    </div>
  );
}

function PayerCard({ page }: { page: SettingsPage }) {
  const { account, isFixed, proposed } = page.settings.payer;
  return (
    <div id="paying-account">
      <EditableCard
        title="Paying Account"
        name="paying-account"
        canEdit={page.canEdit && !isFixed}
        editing={isFixed ? undefined : page.editing}
        form={(cancelTo) => <PayerForm page={page} cancelTo={cancelTo} />}
      >
        {account ? <PayerDetails account={account} /> : <p>None yet: suppliers cannot be paid.</p>}
        {isFixed && <Fixed variable="PAYER_ACCOUNT" />}
        {page.payerConfirmed && <p className="mt-1 text-sm text-muted">Confirmed {page.payerConfirmed}.</p>}
        {proposed && !isFixed && (
          <section aria-label="Waiting for confirmation" className="mt-4 border-t border-line pt-3">
            <h3 className="mb-2 font-semibold">Waiting for confirmation</h3>
            <PayerDetails account={proposed.account} />
            <p className="my-2 text-sm text-muted">Entered {page.payerEntered}.</p>
            <div className="flex flex-wrap items-center gap-2">
              {page.canConfirm && !proposed.isOwn && (
                <Link to={paths.confirmPayer()} className="button button-primary" preventScrollReset>
                  Confirm
                </Link>
              )}
              {page.canEdit && (
                <CommandButton intent="withdrawPayer" commandId={page.commandId} label="Withdraw" busy="Working..." />
              )}
              {proposed.isOwn && <span className="text-sm text-muted">Somebody else has to confirm it.</span>}
            </div>
          </section>
        )}
      </EditableCard>
    </div>
  );
}
