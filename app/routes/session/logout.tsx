import { Form, Link } from "@remix-run/react";
import { Heading } from "~/components/layout/heading";
import { PlainPage } from "~/components/layout/plain-page";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { isOurOwn } from "~/services/guard.server";
import { publicRoute } from "~/services/route.server";
import { signOut } from "~/services/sign-in.server";

export const meta = () => title("Logout");

/** A link from another site must not sign the user out, so a GET asks for confirmation. */
export const loader = publicRoute(async (call) => {
  if (isOurOwn(call.request)) throw await signOut(call);
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
