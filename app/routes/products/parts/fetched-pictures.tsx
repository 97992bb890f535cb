import { CommandButton } from "#app/components/form/command-button.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Poll } from "#app/components/layout/poll.tsx";
import { countOf, integer } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { PictureRequests } from "#contract/products/pictures.ts";

interface Props {
  pictures: PictureRequests;
  commandId: string;
  /** The origin of the pictures: the addresses in an import, a zip file, or all pictures of one product. */
  of: keyof typeof words;
}

const words = {
  addresses: { done: " fetched from the addresses in the file", waiting: "to be fetched", failed: "be fetched" },
  zip: { done: " added to products", waiting: "to be checked", failed: "be used" },
  product: { done: " added", waiting: "to be fetched or checked", failed: "be used" },
};

/** The state of pictures that imports have named by their addresses, or that were sent in zip files. */
export function FetchedPictures({ pictures, commandId, of }: Props) {
  const { fetched, waiting, failed, problems } = pictures;
  const text = words[of];
  const areOfMany = of !== "product";
  return (
    <section aria-label="Progress of the pictures" className="grid gap-2">
      <p role="status">
        {fetched === 0 ? "No pictures" : countOf(fetched, "picture")}
        {text.done}
        {waiting > 0 && `, ${integer(waiting)} still ${text.waiting}`}
        {failed > 0 && `, ${integer(failed)} could not ${text.failed}`}.
      </p>
      {waiting > 0 && areOfMany && <Poll />}
      {problems.length > 0 && (
        <ul className="grid max-h-72 gap-2 overflow-auto">
          {problems.map(({ id, productId, productName, address, problem, isWaiting, row, column }) => (
            <li key={id} className="[overflow-wrap:anywhere]">
              {of === "addresses" && row && `Row ${row}${column ? `, ${column}` : ""}, `}
              {areOfMany && (
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
