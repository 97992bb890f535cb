import { Link } from "@remix-run/react";
import { Heading } from "./heading";

interface Props {
  /** What a record of this kind is called: "Product Type". */
  title: string;
  /** Link to the form that adds the first one; undefined for people who may not add any. */
  addTo: string | false;
}

/** The page of the record number 0, which there never is. */
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
