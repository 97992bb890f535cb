import { isRouteErrorResponse, useLocation } from "@remix-run/react";
import { LoggedOutAlert } from "~/components/dialog/logged-out-alert";
import { isTrouble, type Trouble } from "~/lib/trouble";
import { Heading } from "./heading";

const words: Record<number, { heading: string; text: string; canTryAgain?: boolean }> = {
  400: { heading: "This request could not be read", text: "Nothing was changed. Please go back, reload the page and try again." },
  403: { heading: "You may not open this page", text: "Ask an administrator if you should be able to." },
  404: { heading: "Not found", text: "This page does not exist, or you may not see it." },
  413: { heading: "Too much at once", text: "Nothing was changed. A file may have at most 2 MB." },
  503: {
    heading: "Not available right now",
    text: "The service behind this page did not answer. Nothing was changed. Please try again in a moment.",
    canTryAgain: true,
  },
};
const unexpected = { heading: "Something went wrong", text: "Oh no - an unexpected error has occurred.", canTryAgain: true };

export function TroublePage({ error }: { error: unknown }) {
  const trouble = asTrouble(error);
  const { heading, text, canTryAgain } = words[trouble.status] ?? unexpected;
  const { pathname, search } = useLocation();
  if (trouble.status === 401) {
    return (
      <>
        <Heading title="Logged out" />
        <SendAgain typed={trouble.typed} hint="What you typed is kept on this page. Sign in again in another tab, come back here, and send it again." />
        <LoggedOutAlert isOpen={!trouble.typed} />
      </>
    );
  }
  return (
    <>
      <title>{`${heading} · Countinghouse`}</title>
      <Heading title={heading} />
      <p role="alert">{trouble.message ?? text}</p>
      {trouble.typed ? (
        <SendAgain typed={trouble.typed} hint="What you typed is kept on this page." />
      ) : (
        canTryAgain && (
          <p className="mt-3">
            <a className="button" href={`${pathname}${search}`}>
              Try again
            </a>
          </p>
        )
      )}
    </>
  );
}

function asTrouble(error: unknown): Trouble {
  if (isRouteErrorResponse(error)) return isTrouble(error.data) ? error.data : { status: error.status };
  // A fetch that never arrived: the network, or the site itself, is away.
  return { status: error instanceof TypeError ? 503 : 500 };
}

/** The form that was sent, once more, with everything that was typed. */
function SendAgain({ typed, hint }: { typed: Trouble["typed"]; hint: string }) {
  const { pathname, search } = useLocation();
  if (!typed) return null;
  return (
    <form method="post" action={`${pathname}${search}`} encType="multipart/form-data" className="mt-3">
      {typed.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="mb-3">{hint}</p>
      <button type="submit" className="button button-primary">
        Send again
      </button>
    </form>
  );
}
