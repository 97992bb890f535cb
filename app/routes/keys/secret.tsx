import { useLoaderData } from "@remix-run/react";
import { Card } from "#app/components/layout/card.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { title } from "#app/lib/title.ts";
import { loadSecret } from "#app/services/keys/keys.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { keys } from "#contract/keys/operations.ts";

export const meta = () => title("Secret of a key");

export const loader = screenFor(keys.add, loadSecret);

/** The secret is loaded once and would be gone after that. */
export const shouldRevalidate = () => false;

const codeClass = "select-all whitespace-pre-wrap text-sm [overflow-wrap:anywhere]";

export default function KeySecret() {
  const { key, secret, example, backTo } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading title={key.name} sub={`API key of: ${key.owner}`}>
        <Link to={backTo} className="button button-primary">
          {secret ? "I Have Saved It" : "Back"}
        </Link>
      </Heading>
      <Card title="Secret">
        <p className="mb-3">
          {secret
            ? "Save the secret now, where the machine reads it. It is shown this once, and nobody can look it up later."
            : "The secret was shown once, right after the key was added. If it is lost, revoke the key and add another one."}
        </p>
        <Details>
          <Detail term="Client ID">
            <code className={codeClass}>{key.clientId}</code>
          </Detail>
          <Detail term="Secret" isWide>
            <code className={codeClass}>{secret ?? `${key.secretStart}…`}</code>
          </Detail>
          <Detail term="May do">{key.scopes}</Detail>
          <Detail term="Ends">{key.ends}</Detail>
        </Details>
      </Card>
      <Card title="Try It">
        <p className="mb-3">
          {secret
            ? "These lines get a token and ask the API which key it is. A token is valid for ten minutes."
            : "With the secret in place of SECRET, these lines get a token and ask the API which key it is."}
        </p>
        <pre className={codeClass}>{example}</pre>
      </Card>
    </>
  );
}
