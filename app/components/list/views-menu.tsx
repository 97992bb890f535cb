/** The saved views of a list: links that open, save, change and delete them. */
import { Link } from "#app/components/layout/link.tsx";
import { Menu, menuItem } from "#app/components/layout/menu.tsx";
import type { ListViews } from "#app/lib/list-state.ts";

export function ViewsMenu({ views: { label, links } }: { views: ListViews }) {
  return (
    <Menu label={label}>
      <ul className="max-h-80 overflow-auto">
        {links.map((link) => (
          <li key={link.to}>
            <Link
              to={link.to}
              data-discover={undefined}
              className={`${menuItem} aria-[current]:font-semibold [overflow-wrap:anywhere]`}
              aria-current={link.isCurrent || undefined}
            >
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </Menu>
  );
}
