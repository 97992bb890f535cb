import { Dialog } from "#app/components/dialog/dialog.tsx";
import { Link } from "#app/components/layout/link.tsx";

/** In place of a dialog about an application that somebody has decided. */
export function Decided({ title, closeTo }: { title: string; closeTo: string }) {
  return (
    <Dialog title={title} closeTo={closeTo}>
      <p className="mb-4">This application has been decided already.</p>
      <Link to={closeTo} className="button" preventScrollReset>
        Close
      </Link>
    </Dialog>
  );
}
