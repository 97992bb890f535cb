import { useLoaderData } from "@remix-run/react";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextAreaField } from "#app/components/form/fields.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { PlainPage } from "#app/components/layout/plain-page.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { DocumentsFields, documentLabels } from "#app/routes/applications/parts/documents-fields.tsx";
import { Entries } from "#app/routes/applications/parts/entries.tsx";
import { loadOwnApplication, ownApplicationForms } from "#app/services/applications/apply.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { publicRoute } from "#app/services/request/route.server.ts";
import { applicationDays, maxDocumentBytes } from "#contract/applications/limits.ts";
import { answerForm } from "#contract/applications/schema.ts";

export const meta = () => title("Your application");

export const loader = publicRoute(loadOwnApplication);

export const action = commandForms(ownApplicationForms, { isPublic: true, maxFileBytes: maxDocumentBytes });

export const clientAction = keepTyped;

type Data = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>>;

const labels = { Text: "Your answer", ...documentLabels };

export default function OwnApplication() {
  const application = useLoaderData<typeof loader>();
  if (application === null) return <None />;
  const { organisationName, status, entries } = application;
  return (
    <PlainPage isWide>
      <Heading title="Your application" sub={`${application.companyName} · ABN ${application.abn}`} />
      <p className="mb-4" role="status">
        {whereItStands(application)}
      </p>
      {status === "accepted" && (
        <p className="mb-4">
          <a href={paths.login(paths.home())}>Sign in</a>
        </p>
      )}
      {entries.length > 0 && (
        <section aria-label="Questions and answers" className="mb-4">
          <h2 className="mb-2">Questions and answers</h2>
          <Entries
            entries={entries}
            author={({ kind }) => (kind === "answered" ? "You" : organisationName)}
            documents={({ documents }) => <Names names={documents} />}
          />
        </section>
      )}
      {status === "asked" && (
        <section aria-label="Answer" className="mb-4">
          <CommandForm
            intent="answer"
            commandId={application.commandId}
            schema={answerForm}
            values={{ Text: "", Documents: [] }}
            submit="Send Answer"
            busy="Sending..."
            labels={labels}
          >
            <TextAreaField name="Text" label={labels.Text} isWide />
            <DocumentsFields hint="If we have asked for them." />
          </CommandForm>
        </section>
      )}
      <section aria-label="What you sent">
        <h2 className="mb-2">What you sent</h2>
        <Details>
          <Detail term="Sent">{application.submitted}</Detail>
          <Detail term="Email">{application.email}</Detail>
          <Detail term="Marketplaces" isWide>
            {application.marketplaces.join(", ")}
          </Detail>
          <Detail term="Documents" isWide>
            {application.documents.join("\n")}
          </Detail>
        </Details>
      </section>
    </PlainPage>
  );
}

function None() {
  return (
    <PlainPage>
      <Heading title="Your application" />
      <p role="alert">
        There is no application behind this link. Please open the link from your email again: part of it may be missing.
        Applications that were declined or not answered are deleted after {applicationDays} days.
      </p>
      <p className="mt-4">
        <a href={paths.apply()}>Apply again</a>
      </p>
    </PlainPage>
  );
}

function whereItStands({ organisationName, status, email, deleted }: Data): string {
  if (status === "asked")
    return `${organisationName} needs something more from you. Please answer below. If we do not hear from you, your application is deleted on ${deleted}.`;
  if (status === "accepted")
    return `Your application was accepted. Welcome! The email with the link to sign in went to ${email}, unless you agreed on another address.`;
  if (status === "declined")
    return `Your application was declined. The reason is below. It is deleted on ${deleted}. You are welcome to apply again.`;
  return `${organisationName} has your application and is looking at it. There is nothing for you to do.`;
}

function Names({ names }: { names: readonly string[] }) {
  return names.length > 0 && <p className="text-sm [overflow-wrap:anywhere]">With {names.join(", ")}</p>;
}
