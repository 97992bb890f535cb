import type { UserRow } from "#contract/users/schema.ts";

interface Props {
  user: Pick<UserRow, "isActive" | "isLockedOut">;
}

/** Whether the user is active, and whether an active user is locked out. */
export function UserStatus({ user }: Props) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      {user.isActive ? "Yes" : "No"}
      {user.isActive && user.isLockedOut && (
        <span className="inline-flex items-center gap-1 text-danger">
          <svg
            width="12"
            height="14"
            viewBox="0 0 12 14"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            aria-hidden="true"
          >
            <rect x="1" y="6" width="10" height="7" rx="1.5" />
            <path d="M3.500 6V4a2.500 2.500 0 0 1 5 0v2" />
          </svg>
          Locked out
        </span>
      )}
    </span>
  );
}
