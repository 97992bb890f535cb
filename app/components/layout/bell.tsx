import { paths } from "#app/lib/paths.ts";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

/** @param unread number of unread notifications, empty for none */
export function Bell({ unread }: { unread: string }) {
  return (
    <Link
      to={paths.notifications()}
      aria-label={unread ? `Notifications, ${unread} unread` : "Notifications"}
      className="flex min-h-8 items-center gap-1 rounded px-1 text-ink no-underline hover:bg-sunken coarse:min-h-11"
    >
      <Icon path="M4 17h16l-2-3V10a6 6 0 0 0-12 0v4zM10 20h4" />
      {unread && <span className="rounded-full bg-danger-soft px-1.5 text-xs font-semibold text-danger">{unread}</span>}
    </Link>
  );
}
