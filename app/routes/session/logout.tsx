import { Form } from "@remix-run/react";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { PlainPage } from "#app/components/layout/plain-page.tsx";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { isOurOwn } from "#app/services/request/guard.server.ts";
import { publicRoute } from "#app/services/request/route.server.ts";
import { signOut } from "#app/services/session/sign-in.server.ts";

export const meta = () => title("Logout");

/** A link from another site must not sign the user out, so a GET asks for confirmation. */
export const loader = publicRoute(async (context) => {
  if (isOurOwn(context.request)) throw await signOut(context);
  return null;
});

export const action = publicRoute(signOut);

export default function Logout() {
  return (
    <PlainPage>
      <Heading title="Logout" />
      <p className="mb-4">Do you want to log out of Countinghouse?</p>
      <Form method="post" reloadDocument className="flex gap-2">
        <button type="submit" className="button button-primary">
          Logout
        </button>
        <Link to={paths.home()} className="button">
          Cancel
        </Link>
      </Form>
    </PlainPage>
  );
}
