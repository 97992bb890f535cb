import { Form, useLoaderData, useLocation } from "@remix-run/react";
import { Heading } from "#app/components/layout/heading.tsx";
import { PlainPage } from "#app/components/layout/plain-page.tsx";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { loadUnsubscribing, unsubscribe } from "#app/services/notifications/notifications.server.ts";
import { publicRoute } from "#app/services/request/route.server.ts";

const heading = "Stop emails";

export const meta = () => title(heading);

export const loader = publicRoute(loadUnsubscribing);

export const action = publicRoute(unsubscribe);

const incomplete =
  "This link does not work: part of it is missing, or the account is gone. Please open it from the email again.";

/** Asks first, because programs that check emails open their links. */
export default function Unsubscribe() {
  const { isComplete, what, outcome, signInTo } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const emails = what ? `emails about “${what}”` : "emails about all notifications";
  return (
    <PlainPage>
      <Heading title={heading} />
      {!isComplete || outcome === "no" ? (
        <p role="alert">{incomplete}</p>
      ) : outcome === "yes" ? (
        <p role="status">You will get no more {emails}. They stay on the page of notifications.</p>
      ) : (
        <Form method="post" action={`${paths.unsubscribe()}${search}`} reloadDocument>
          <p className="mb-4">You will get no more {emails}.</p>
          <button type="submit" className="button button-primary">
            Stop these emails
          </button>
        </Form>
      )}
      <p className="mt-4">
        <a href={signInTo}>Sign in to choose your emails</a>
      </p>
    </PlainPage>
  );
}
