import {
  closestCenter,
  DndContext,
  type DndContextProps,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { useLocation, useSubmit } from "@remix-run/react";
import { useIsPending } from "#app/components/form/form-state.ts";
import { formId } from "#app/lib/form-answer.ts";
import { placed } from "#app/lib/order.ts";
import type { OrderedProps } from "./ordered.tsx";

/** A list whose items can be dragged by pointer, finger or keyboard. */
export default function SortableItems<T extends { id: number; name: string }>({
  order,
  items,
  children,
}: OrderedProps<T>) {
  const submit = useSubmit();
  const { pathname, search } = useLocation();
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = items.map(({ id }) => id);

  function drop({ active, over }: DragEndEvent) {
    if (!over || over.id === active.id) return;
    const form = document.getElementById(formId(order.intent));
    if (!(form instanceof HTMLFormElement)) return;
    const data = new FormData(form);
    data.delete(`${order.field}[]`);
    for (const id of placed(ids, ids.indexOf(Number(active.id)), ids.indexOf(Number(over.id))))
      data.append(`${order.field}[]`, String(id));
    submit(data, {
      method: "post",
      action: `${pathname}${search}`,
      encType: "multipart/form-data",
      preventScrollReset: true,
    });
  }

  return (
    <DndContext
      id={order.intent}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={accessibilityOf(order, items)}
    >
      <SortableContext items={ids} strategy={order.isGrid ? rectSortingStrategy : verticalListSortingStrategy}>
        {items.map((item) => (
          <SortableItem key={item.id} order={order} item={item}>
            {children}
          </SortableItem>
        ))}
      </SortableContext>
    </DndContext>
  );
}

/** Instructions and announcements for screen readers. */
function accessibilityOf<T extends { id: number; name: string }>(
  { noun }: OrderedProps<T>["order"],
  items: readonly T[],
): DndContextProps["accessibility"] {
  const nameOf = (id: number | string) => items.find((item) => item.id === id)?.name ?? "";
  const placeOf = (id: number | string) => `place ${items.findIndex((item) => item.id === id) + 1} of ${items.length}`;
  return {
    // Outside the table, which allows only rows.
    container: document.body,
    screenReaderInstructions: {
      draggable: `Press space to pick the ${noun} up, the arrow keys to move it, space to drop it, escape to put it back.`,
    },
    announcements: {
      onDragStart: ({ active }) => `${nameOf(active.id)} is picked up.`,
      onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} is at ${placeOf(over.id)}.` : undefined),
      onDragEnd: ({ active, over }) => (over ? `${nameOf(active.id)} is dropped at ${placeOf(over.id)}.` : undefined),
      onDragCancel: ({ active }) => `${nameOf(active.id)} is back at ${placeOf(active.id)}.`,
    },
  };
}

function SortableItem<T extends { id: number; name: string }>({
  order,
  item,
  children,
}: Pick<OrderedProps<T>, "order" | "children"> & { item: T }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: item.id,
    disabled: useIsPending(order.intent),
  });
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      aria-label={`Drag ${item.name}`}
      className="no-print -my-1 mr-2 inline-flex min-h-6 min-w-6 cursor-grab items-center align-middle touch-none rounded text-muted hover:bg-sunken"
    >
      <svg width="8" height="14" viewBox="0 0 8 14" fill="currentColor" aria-hidden="true" className="mx-auto">
        <path d="M0 0h3v3H0zM5 0h3v3H5zM0 5.500h3v3H0zM5 5.500h3v3H5zM0 11h3v3H0zM5 11h3v3H5z" />
      </svg>
    </button>
  );
  const moved = transform ? `translate3d(${order.isGrid ? transform.x : 0}px, ${transform.y}px, 0)` : undefined;
  return children(item, {
    ref: setNodeRef,
    handle,
    style: { transform: moved, transition, ...(isDragging && { position: "relative", zIndex: 1 }) },
  });
}
