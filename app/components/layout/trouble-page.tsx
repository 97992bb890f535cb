import { Link, useLocation } from "@remix-run/react";
import { LoggedOutAlert } from "#app/components/dialog/logged-out-alert.tsx";
import { asTrouble, type Trouble, wordsFor } from "#app/lib/trouble.ts";
import { Heading } from "./heading.tsx";

export function TroublePage({ error }: { error: unknown }) {
  const trouble = asTrouble(error);
  const { heading, text, canTryAgain } = wordsFor(trouble);
  const { pathname, search } = useLocation();
  if (trouble.status === 401) {
    return (
      <>
        <Heading title={heading} />
        <SendAgain typed={trouble.typed} />
        <LoggedOutAlert isOpen={!trouble.typed} />
      </>
    );
  }
  return (
    <>
      <Heading title={heading} />
      <p role="alert">{trouble.message ?? text}</p>
      {trouble.status === 404 && pathname.lastIndexOf("/") > 0 && (
        <p className="mt-3">
          {/* For a deleted record, its list. */}
          <Link to={pathname.split("/", 2).join("/")}>Go to the list</Link>
        </p>
      )}
      {trouble.typed ? (
        <SendAgain
          typed={trouble.typed}
          hint={`What you typed is kept on this page.${canTryAgain ? " We do not know whether it was saved; sending it again does no harm, as it takes effect only once." : ""}`}
        />
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

/** The submitted form, to be sent again with all its input. */
function SendAgain({ typed, hint }: { typed: Trouble["typed"]; hint?: string }) {
  const { pathname, search } = useLocation();
  if (!typed) return null;
  return (
    <form method="post" action={`${pathname}${search}`} encType="multipart/form-data" className="mt-3">
      {typed.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {hint && <p className="mb-3">{hint}</p>}
      <button type="submit" className="button button-primary">
        Send again
      </button>
    </form>
  );
}
