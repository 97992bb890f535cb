import { useLoaderData } from "@remix-run/react";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { KeysButton } from "#app/components/popup/keys-button.tsx";
import { listed } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { loadSearch } from "#app/services/search/search.server.ts";
import { search } from "#contract/search/operations.ts";

export const meta = () => title("Search");

export const loader = screenFor(search.find, loadSearch);

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Results() {
  const { text, problem, groups, by, canScan } = useLoaderData<typeof loader>();
  const isNothing = text !== "" && !problem && groups.length === 0;
  return (
    <>
      <Heading title="Search" />
      <Box text={text} />
      {problem && <p role="alert">{problem}</p>}
      {isNothing && <p className="mb-2 [overflow-wrap:anywhere]">Nothing matches “{text}”.</p>}
      {groups.map((group) => (
        <Group key={group.kind} {...group} />
      ))}
      {groups.length === 0 && by.length > 0 && (
        <p>
          You can search by {listed(by, "or")}.{canScan && " You can also scan the barcode of a packaging slip."}
        </p>
      )}
      {text === "" && (
        <p className="mt-4">
          <KeysButton />
        </p>
      )}
    </>
  );
}

/** The box of the header, where the header has no room for it. */
function Box({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <search> element would be one more around the form
    <form action={paths.search()} role="search" className="mb-4 flex gap-3 wide:hidden">
      <input
        type="search"
        name="q"
        aria-label="Search all records"
        defaultValue={text}
        maxLength={100}
        className="input"
        // biome-ignore lint/a11y/noAutofocus: this page is opened to type, and at that width it has nothing else
        autoFocus={text === ""}
      />
      <button type="submit" className="button">
        Search
      </button>
    </form>
  );
}

function Group({ title, lines, isMore, list }: Data["groups"][number]) {
  return (
    <section className="card" aria-label={title}>
      <h2 className="border-b border-line px-4 py-2">{title}</h2>
      <ul className="divide-y divide-line">
        {lines.map(({ to, label, details }) => (
          <li key={to} className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-2 [overflow-wrap:anywhere]">
            <Link to={to} className="link font-semibold">
              {label}
            </Link>
            <span className="text-muted">{details}</span>
          </li>
        ))}
      </ul>
      {isMore && (
        <p className="border-t border-line px-4 py-2">
          {list ? (
            <>
              There are more. <Link to={list}>Show all {title.toLowerCase()}</Link>
            </>
          ) : (
            "There are more. Type more of the number to find them."
          )}
        </p>
      )}
    </section>
  );
}
