import { useLoaderData } from "@remix-run/react";
import { Heading } from "#app/components/layout/heading.tsx";
import { PlainPage } from "#app/components/layout/plain-page.tsx";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { publicRoute } from "#app/services/request/route.server.ts";
import { completeSignIn } from "#app/services/session/sign-in.server.ts";

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

const titleOf = (unknown: Data["unknown"]) => (unknown ? "There is no account for you here" : "Sign-in did not work");

export const meta = ({ data }: { data?: Data }) => title(titleOf(data?.unknown));

export const loader = publicRoute(completeSignIn);

export default function AuthCallback() {
  const { problem, isLasting, unknown } = useLoaderData<typeof loader>();
  return (
    <PlainPage>
      <Heading title={titleOf(unknown)} />
      {unknown ? (
        <>
          <p className="mb-4 [overflow-wrap:anywhere]">
            The sign-in service knows you{unknown.email && ` as ${unknown.email}`}, but this site did not let you in.
          </p>
          <p className="mb-4">{problem}</p>
          <a href={paths.loginAgain(paths.home())} className="button button-primary">
            Sign in with another account
          </a>
        </>
      ) : (
        <>
          <p className="mb-4">
            {problem}
            {!isLasting && " Please try again."}
          </p>
          <a href={paths.home()} className="button button-primary">
            Sign in
          </a>
        </>
      )}
    </PlainPage>
  );
}
