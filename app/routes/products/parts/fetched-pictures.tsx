import { CommandButton } from "#app/components/form/command-button.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Poll } from "#app/components/layout/poll.tsx";
import { countOf, integer } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { PictureRequests } from "#contract/products/pictures.ts";

interface Props {
  pictures: PictureRequests;
  commandId: string;
  /** Undefined on the page of a product. */
  isOfImport: boolean;
}

/** What became of pictures that an import has named by their addresses. */
export function FetchedPictures({ pictures, commandId, isOfImport }: Props) {
  const { fetched, waiting, failed, problems } = pictures;
  return (
    <section aria-label="Pictures from addresses" className="grid gap-2">
      <p role="status">
        {countOf(fetched, "picture")} fetched from {isOfImport ? "the addresses in the file" : "addresses"}
        {waiting > 0 && `, ${integer(waiting)} still to be fetched`}
        {failed > 0 && `, ${integer(failed)} could not be fetched`}.
      </p>
      {waiting > 0 && isOfImport && <Poll />}
      {problems.length > 0 && (
        <ul className="grid max-h-72 gap-2 overflow-auto">
          {problems.map(({ id, productId, productName, address, problem, isWaiting }) => (
            <li key={id} className="[overflow-wrap:anywhere]">
              {isOfImport && (
                <>
                  <Link to={paths.productImages(productId)} className="link">
                    {productName}
                  </Link>
                  {": "}
                </>
              )}
              <span className="text-muted">{address}</span>. {problem} {isWaiting && "It will be tried again."}
            </li>
          ))}
        </ul>
      )}
      {failed > 0 && (
        <div>
          <CommandButton intent="retryPictures" commandId={commandId} label="Try Again" busy="Busy..." />
        </div>
      )}
    </section>
  );
}

export const anyPictures = ({ fetched, waiting, failed }: PictureRequests): boolean => fetched + waiting + failed > 0;
