import { Link, useLoaderData } from "@remix-run/react";
import { Heading } from "~/components/layout/heading";
import { PlainPage } from "~/components/layout/plain-page";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { publicRoute } from "~/services/route.server";
import { completeSignIn } from "~/services/sign-in.server";

export const meta = () => title("Sign-in did not work");

export const loader = publicRoute(completeSignIn);

export default function AuthCallback() {
  const { problem } = useLoaderData<typeof loader>();
  return (
    <PlainPage>
      <Heading title="Sign-in did not work" />
      <p className="mb-4">{problem} Please try again.</p>
      <Link to={paths.home()} className="button button-primary" reloadDocument>
        Sign in
      </Link>
    </PlainPage>
  );
}
