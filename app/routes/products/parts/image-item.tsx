import { CommandButton } from "#app/components/form/command-button.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { type Drag, MoveButtons, type Order } from "#app/components/order/ordered.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { image as source } from "#app/lib/image.ts";
import { paths } from "#app/lib/paths.ts";
import type { ImagesPage, ShownImage } from "#app/services/products/images.server.ts";
import type { useEditLinks } from "./edit-links.ts";

export const imageOrder: Order = { intent: "reorder", field: "ProductImageIds", noun: "image", isGrid: true };

export const heroIntent = "hero:";

interface Props {
  image: ShownImage;
  /** All images, in order. */
  images: readonly ShownImage[];
  page: ImagesPage;
  links: ReturnType<typeof useEditLinks>;
  drag: Drag;
  canMove: boolean;
}

/** An image of a product's gallery. */
export function ImageItem({ image, images, page, links, drag, canMove }: Props) {
  const { head, cdnBaseUrl, timeZone, heroId, canChooseHero } = page;
  const { id, imageId, name, availableFrom, isHero } = image;
  return (
    <li ref={drag.ref} style={drag.style} className="flex flex-col gap-1.5 rounded border border-line bg-surface p-2">
      <img
        src={source(cdnBaseUrl, imageId, 200)}
        alt={name}
        width={200}
        height={200}
        loading="lazy"
        className="self-center object-contain"
      />
      <p className="[overflow-wrap:anywhere]">
        {drag.handle}
        {name}
      </p>
      {isHero && (
        <p>
          <Pill tone="good">Main image</Pill>
        </p>
      )}
      {availableFrom && (
        <p className="text-sm text-muted">
          Available from {availableFrom} ({timeZone})
        </p>
      )}
      {canChooseHero && canMove && !isHero && <HeroButton image={image} heroId={heroId} />}
      {head.canEdit && (
        <div className="no-print mt-auto flex flex-wrap items-center gap-x-2 gap-y-1">
          {canMove && (
            <span>
              <MoveButtons order={imageOrder} items={images} item={image} />
            </span>
          )}
          <Link to={links.edit(id)} className="button" preventScrollReset aria-label={`Edit ${name}`}>
            Edit
          </Link>
          <Link
            to={links.ask(paths.deleteProductImage(head.id, id))}
            className="button button-danger"
            preventScrollReset
            aria-label={`Delete ${name}`}
          >
            Delete
          </Link>
        </div>
      )}
    </li>
  );
}

function HeroButton({ image: { id, name, heroCommandId }, heroId }: Pick<Props, "image"> & Pick<ImagesPage, "heroId">) {
  return (
    <div className="no-print mt-auto">
      <CommandButton
        intent={`${heroIntent}${id}`}
        commandId={heroCommandId}
        label="Use as main image"
        name={`Use ${name} as main image`}
        busy="Saving..."
      >
        <input type="hidden" name="ProductImageId" value={id} />
        <input type="hidden" name="ShownImageId" value={heroId ?? ""} />
      </CommandButton>
    </div>
  );
}
