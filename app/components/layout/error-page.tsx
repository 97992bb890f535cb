import { useLocation } from "@remix-run/react";
import { LoggedOutAlert } from "#app/components/dialog/logged-out-alert.tsx";
import { explanationOf, type PageError, toPageError } from "#app/lib/page-error.ts";
import { Heading } from "./heading.tsx";
import { Link } from "./link.tsx";

export function ErrorPage({ error }: { error: unknown }) {
  const pageError = toPageError(error);
  const { heading, text, canTryAgain } = explanationOf(pageError);
  const { pathname, search } = useLocation();
  if (pageError.status === 401) {
    return (
      <>
        <Heading title={heading} />
        <ResendForm typed={pageError.typed} />
        <LoggedOutAlert isOpen={!pageError.typed} />
      </>
    );
  }
  return (
    <>
      <Heading title={heading} />
      <p role="alert">{pageError.message ?? text}</p>
      {pageError.status === 404 && pathname.lastIndexOf("/") > 0 && (
        <p className="mt-3">
          {/* For a deleted record, its list. */}
          <Link to={pathname.split("/", 2).join("/")}>Go to the list</Link>
        </p>
      )}
      {pageError.typed ? (
        <ResendForm
          typed={pageError.typed}
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
function ResendForm({ typed, hint }: { typed: PageError["typed"]; hint?: string }) {
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
