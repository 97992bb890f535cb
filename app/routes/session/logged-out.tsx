import { Heading } from "~/components/layout/heading";
import { PlainPage } from "~/components/layout/plain-page";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { publicRoute } from "~/services/route.server";

export const meta = () => title("Logged out");

export const loader = publicRoute(async () => null);

export default function LoggedOut() {
  return (
    <PlainPage>
      <Heading title="Logged out" />
      <p>You are now logged out.</p>
      <p className="mt-4">
        <a className="button button-primary" href={paths.home()}>
          Sign in
        </a>
      </p>
    </PlainPage>
  );
}
