import type { ProductTypeAttribute } from "@contract/product-types/schema.ts";
import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { useLocation, useSubmit } from "@remix-run/react";
import { useIsPending } from "~/components/form/form-state";
import { placed } from "~/lib/order";
import type { ProductTypePage } from "~/services/product-types.server";
import { OwnRow, reorderForm } from "./attribute-row";

interface Props {
  page: ProductTypePage;
  own: ProductTypeAttribute[];
}

/** The type's own attributes, to be dragged by pointer, finger or keyboard. */
export default function SortableRows({ page, own }: Props) {
  const submit = useSubmit();
  const { pathname, search } = useLocation();
  const sensors = useSensors(useSensor(PointerSensor), useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }));
  const ids = own.map(({ attributeId }) => attributeId);
  const nameOf = (id: number | string) => own.find(({ attributeId }) => attributeId === id)?.name ?? "";
  const placeOf = (id: number | string) => `place ${ids.indexOf(Number(id)) + 1} of ${ids.length}`;

  function drop({ active, over }: DragEndEvent) {
    if (!over || over.id === active.id) return;
    const form = document.getElementById(reorderForm);
    if (!(form instanceof HTMLFormElement)) return;
    const data = new FormData(form);
    data.delete("AttributeIds[]");
    for (const id of placed(ids, ids.indexOf(Number(active.id)), ids.indexOf(Number(over.id)))) data.append("AttributeIds[]", String(id));
    submit(data, { method: "post", action: `${pathname}${search}`, encType: "multipart/form-data", preventScrollReset: true });
  }

  return (
    <DndContext
      id="attributes"
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        // Not among the rows of a table.
        container: document.body,
        screenReaderInstructions: { draggable: "Press space to pick the attribute up, the arrow keys to move it, space to drop it, escape to put it back." },
        announcements: {
          onDragStart: ({ active }) => `${nameOf(active.id)} is picked up.`,
          onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} is at ${placeOf(over.id)}.` : undefined),
          onDragEnd: ({ active, over }) => (over ? `${nameOf(active.id)} is dropped at ${placeOf(over.id)}.` : undefined),
          onDragCancel: ({ active }) => `${nameOf(active.id)} is back at ${placeOf(active.id)}.`,
        },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {own.map((attribute) => (
          <SortableRow key={attribute.attributeId} attribute={attribute} own={own} page={page} />
        ))}
      </SortableContext>
    </DndContext>
  );
}

function SortableRow({ attribute, own, page }: Props & { attribute: ProductTypeAttribute }) {
  const isPending = useIsPending("reorder");
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: attribute.attributeId,
    disabled: isPending,
  });
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      aria-label={`Drag ${attribute.name}`}
      className="no-print -my-1 mr-2 inline-flex min-h-6 min-w-6 cursor-grab items-center align-middle touch-none rounded text-muted hover:bg-sunken"
    >
      <svg width="8" height="14" viewBox="0 0 8 14" fill="currentColor" aria-hidden="true" className="mx-auto">
        <path d="M0 0h3v3H0zM5 0h3v3H5zM0 5.500h3v3H0zM5 5.500h3v3H5zM0 11h3v3H0zM5 11h3v3H5z" />
      </svg>
    </button>
  );
  return (
    <OwnRow
      attribute={attribute}
      own={own}
      page={page}
      rowRef={setNodeRef}
      handle={handle}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition, ...(isDragging && { position: "relative", zIndex: 1 }) }}
    />
  );
}
