/** Random interleavings of two people and a shop in the same rows of the grid. */
import { eq, inArray, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { products as table } from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { type GridRow, gridRowDetails } from "#contract/products/grid.ts";
import { shownText } from "#contract/rules/edits.ts";
import { startApi } from "#tests/support/api.ts";

const api = await startApi({ RATE_LIMIT: "off" });
const { db } = api.database;
const { products } = operations;

const rowCount = 3;

const cells = fc.record(
  {
    Name: fc.constantFrom("Bowl", "Cup", "Tray"),
    /** The input, in relation to the text of the cell. */
    stock: fc.integer({ min: -3, max: 9 }),
    ShippingPackageHeight: fc.constantFrom(null, 10, 20),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(
  fc.record({ does: fc.constant("opens" as const), who: fc.constantFrom(0, 1) }),
  fc.record({
    does: fc.constant("sells" as const),
    row: fc.nat({ max: rowCount - 1 }),
    count: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    does: fc.constant("saves" as const),
    who: fc.constantFrom(0, 1),
    rows: fc.array(cells, { minLength: rowCount, maxLength: rowCount }),
    isReversed: fc.boolean(),
  }),
);

interface Model {
  Name: string;
  StockQuantity: number;
  ShippingPackageHeight: number | null;
}
const start: Model = { Name: "Bowl", StockQuantity: 100, ShippingPackageHeight: null };

/** The row as the person who has it open knows it; what they save stays on their screen with its new values. */
interface Open {
  values: Model;
  shown: string;
}

const modelOf = ({ name, stockQuantity, shippingPackageHeight }: GridRow): Model => ({
  Name: name,
  StockQuantity: stockQuantity ?? 0,
  ShippingPackageHeight: shippingPackageHeight,
});

test("150 random interleavings lose nobody's change, count stock exactly, and refuse only what others have changed", async () => {
  const people = [await api.aUser({ roles: ["Administrator"] }), await api.aUser({ roles: ["Administrator"] })];
  const supplier = await api.aSupplier();
  const ids: number[] = [];
  for (let i = 0; i < rowCount; i++) ids.push(await api.aProduct(supplier, { externalSku: `S-${i}`, name: "Bowl" }));

  const opened = async (who: number): Promise<Open[]> => {
    const { rows } = await api.ok(people[who], products.grid, { Ids: ids });
    return rows.map((row) => ({ values: modelOf(row), shown: shownText(gridRowDetails(row)) }));
  };

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      await db
        .update(table)
        .set({ name: "Bowl", manageStock: true, stockQuantity: 100, shippingPackageHeight: null })
        .where(inArray(table.id, ids));
      const model = ids.map(() => ({ ...start }));
      const open = [await opened(0), await opened(1)];
      for (const each of steps) {
        if (each.does === "opens") open[each.who] = await opened(each.who);
        else if (each.does === "sells") {
          await db
            .update(table)
            .set({ stockQuantity: sql`${table.stockQuantity} - ${each.count}` })
            .where(eq(table.id, ids[each.row] ?? 0));
          (model[each.row] as Model).StockQuantity -= each.count;
        } else await save(each.who, each.rows, each.isReversed);
      }
      const { rows } = await api.ok(people[0], products.grid, { Ids: ids });
      expect(rows.map(modelOf)).toEqual(model);

      async function save(
        who: number,
        typed: readonly { Name?: string; stock?: number; ShippingPackageHeight?: number | null }[],
        isReversed: boolean,
      ) {
        const mine = open[who] as Open[];
        const wanted = typed.map(({ stock, ...fields }, i) => {
          const { values } = mine[i] as Open;
          return { ...values, ...fields, ...(stock !== undefined && { StockQuantity: values.StockQuantity + stock }) };
        });
        const Rows = wanted.map((values, i) => ({ ProductId: ids[i] ?? 0, Shown: mine[i]?.shown, ...values }));
        const { refused } = await api.ok(people[who], products.saveGrid, {
          Rows: isReversed ? Rows.toReversed() : Rows,
        });
        for (const [i, values] of wanted.entries()) {
          const [now, before] = [model[i] as Model, (mine[i] as Open).values];
          const isConflict = (field: "Name" | "ShippingPackageHeight") =>
            values[field] !== before[field] && now[field] !== before[field] && now[field] !== values[field];
          const clashing = (["Name", "ShippingPackageHeight"] as const).filter(isConflict);
          const refusal = refused.find(({ productId }) => productId === ids[i]);
          expect(Object.keys(refusal?.theirs ?? {}).sort()).toEqual([...clashing].sort());
          if (clashing.length > 0) continue;
          if (values.Name !== before.Name) now.Name = values.Name;
          if (values.ShippingPackageHeight !== before.ShippingPackageHeight)
            now.ShippingPackageHeight = values.ShippingPackageHeight;
          now.StockQuantity += values.StockQuantity - before.StockQuantity;
        }
        // As the page does after saving: what was saved is shown as it is now, and what was refused stays as it was typed.
        const fresh = await opened(who);
        open[who] = mine.map((row, i) =>
          refused.some(({ productId }) => productId === ids[i]) ? row : (fresh[i] as Open),
        );
      }
    }),
    { numRuns: 150 },
  );
}, 120_000);
