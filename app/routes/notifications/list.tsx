import { Outlet, useLoaderData } from "@remix-run/react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { integer } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadNotifications, notificationForms } from "#app/services/notifications/notifications.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { notifications } from "#contract/notifications/operations.ts";

const heading = "Notifications";

export const meta = () => title(heading);

export const loader = screenFor(notifications.list, loadNotifications);

export const action = commandForms(notificationForms);

export const clientAction = keepTyped;

export default function Notifications() {
  const { items, earlierTo, latestId, commandId } = useLoaderData<typeof loader>();
  const hasUnread = items.some(({ isRead }) => !isRead);
  return (
    <>
      <Heading title={heading}>
        <Link to={paths.notificationEmails()} className="button" preventScrollReset>
          Emails...
        </Link>
        {hasUnread && (
          <CommandButton intent="read" commandId={commandId} label="Mark all read" busy="Working...">
            <input type="hidden" name="LatestId" value={latestId} />
          </CommandButton>
        )}
      </Heading>
      <section className="card px-4 py-3.5" aria-label={heading}>
        {items.length === 0 && <p>There is nothing to tell you.</p>}
        <ul className="-my-3.5 -mx-4 divide-y divide-line">
          {items.map(({ id, title: what, more, at, isRead }) => (
            <li key={id}>
              {/* Not loaded in advance: opening it marks it as read. */}
              <a
                href={paths.openNotification(id)}
                className={`flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5 text-ink no-underline hover:bg-sunken ${isRead ? "" : "font-semibold"}`}
              >
                <span className="min-w-0 grow [overflow-wrap:anywhere]">
                  {!isRead && <span className="text-link">New: </span>}
                  {what}
                  {more > 0 && ` and ${integer(more)} more`}
                </span>
                <span className="text-xs font-normal text-muted">{at}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      {earlierTo && (
        <p>
          <Link to={earlierTo} className="link">
            Earlier notifications
          </Link>
        </p>
      )}
      <Outlet />
    </>
  );
}
