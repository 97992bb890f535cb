import { Heading } from "#app/components/layout/heading.tsx";
import { PlainPage } from "#app/components/layout/plain-page.tsx";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { publicRoute } from "#app/services/request/route.server.ts";

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
