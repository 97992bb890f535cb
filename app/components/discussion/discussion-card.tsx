import { useLocation } from "@remix-run/react";
import { Card } from "#app/components/layout/card.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { paths } from "#app/lib/paths.ts";
import type { ShownDiscussion } from "#app/lib/shown-discussion.ts";

/** The messages about a record. Nothing with an API that has no discussions. */
export function DiscussionCard({ discussion }: { discussion: ShownDiscussion | undefined }) {
  const { search } = useLocation();
  if (!discussion) return null;
  const { path, messages, earlierTo, latestTo, canWrite } = discussion;
  return (
    <div id="discussion" className="no-print">
      <Card
        title="Discussion"
        action={
          canWrite && (
            <Link to={`${paths.writeMessage(path)}${search}`} className="button" preventScrollReset>
              Write a Message
            </Link>
          )
        }
      >
        {messages.length === 0 && <p className="text-muted">Nobody has written anything yet.</p>}
        {earlierTo && (
          <p className="mb-3">
            <Link to={earlierTo} className="link" preventScrollReset>
              Earlier messages
            </Link>
          </p>
        )}
        <ol className="grid gap-3.5">
          {messages.map(({ id, text, authorName, at, isInternal, canDelete }) => (
            <li key={id} className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
                <span className="font-semibold text-ink [overflow-wrap:anywhere]">{authorName}</span>
                <span>{at}</span>
                {isInternal && <Pill tone="plain">Operators only</Pill>}
                {canDelete && (
                  <Link
                    to={`${paths.deleteMessage(path, id)}${search}`}
                    className="link"
                    preventScrollReset
                    aria-label={`Delete the message of ${authorName}, ${at}`}
                  >
                    Delete
                  </Link>
                )}
              </p>
              <p className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
            </li>
          ))}
        </ol>
        {latestTo && (
          <p className="mt-3">
            <Link to={latestTo} className="link" preventScrollReset>
              Latest messages
            </Link>
          </p>
        )}
      </Card>
    </div>
  );
}
