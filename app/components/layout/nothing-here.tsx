import { Link } from "@remix-run/react";
import { Heading } from "./heading.tsx";

interface Props {
  /** Name of the kind of record: "Product Type". */
  title: string;
  /** Address of the form that adds the first record; undefined for users who may not. */
  addTo: string | false;
}

/** The page for record number 0, which never exists. */
export function NothingHere({ title, addTo }: Props) {
  return (
    <>
      <Heading title={title}>
        {addTo && (
          <Link to={addTo} className="button button-primary">
            Add {title}
          </Link>
        )}
      </Heading>
      <p className="card px-4 py-6 text-center text-muted">Nothing here yet.</p>
    </>
  );
}
