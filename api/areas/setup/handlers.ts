/** The steps before a first sale; a step is done if such a record exists. */
import { sql } from "drizzle-orm";
import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import { lockSettings, readSettings, writeSettings } from "#api/core/settings/stored-settings.ts";
import { SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";

interface Found extends Record<string, unknown> {
  hasMarketplace: boolean;
  withoutCategories: number | null;
  hasType: boolean;
  supplier: number | null;
  hasAgreement: boolean;
}

const nothingFound: Found = {
  hasMarketplace: false,
  withoutCategories: null,
  hasType: false,
  supplier: null,
  hasAgreement: false,
};

export const setup: AreaHandlers<Operations["setup"]> = {
  async get(_input, { db, config }) {
    const { rows } = await db.execute<Found>(sql`
      select
        exists (select 1 from marketplaces where not is_disabled) as "hasMarketplace",
        (select min(m.id) from marketplaces m where not m.is_disabled and not exists (
          select 1 from categories c join category_groups g on g.id = c.group_id where g.marketplace_id = m.id
        )) as "withoutCategories",
        exists (select 1 from product_types where not is_disabled) as "hasType",
        (select min(id) from suppliers) as supplier,
        exists (select 1 from supplier_marketplaces where status = ${SupplierMarketplaceStatus.active}) as "hasAgreement"`);
    const { hasMarketplace, withoutCategories, hasType, supplier, hasAgreement } = rows[0] ?? nothingFound;
    const stored = await readSettings(db);
    return {
      steps: [
        { key: "marketplace", isDone: hasMarketplace, recordId: null },
        { key: "categories", isDone: hasMarketplace && withoutCategories === null, recordId: withoutCategories },
        { key: "productType", isDone: hasType, recordId: null },
        { key: "supplier", isDone: supplier !== null, recordId: null },
        { key: "agreement", isDone: hasAgreement, recordId: supplier },
        { key: "mail", isDone: config.mail.smtpUrl !== undefined, recordId: null },
        { key: "payingAccount", isDone: config.payer !== undefined, recordId: null },
      ],
      isDismissed: stored.setupDismissedAt !== null,
    };
  },

  async dismiss({ IsDismissed }, { db, now }) {
    await lockSettings(db);
    await writeSettings(db, { setupDismissedAt: IsDismissed ? now : null });
    return null;
  },
};
