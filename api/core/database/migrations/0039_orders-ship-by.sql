ALTER TABLE "products" ADD COLUMN "handling_days" integer;--> statement-breakpoint
-- Most orders are complete. Added with that as its default, the column is filled without rewriting the table.
ALTER TABLE "orders" ADD COLUMN "status" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "status" SET DEFAULT 0;--> statement-breakpoint
UPDATE "orders" SET "status" = "derived"."status" FROM (
	SELECT "orders"."id", CASE
		WHEN count("item"."id") = 0 THEN 0
		WHEN bool_and("item"."status" = 4) THEN 4
		WHEN bool_and("item"."status" >= 3) THEN 3
		WHEN bool_or("item"."status" IN (2, 3)) THEN 2
		WHEN bool_or("item"."status" = 1) THEN 1
		ELSE 0
	END AS "status"
	FROM "orders" LEFT JOIN "order_line_items" AS "item" ON "item"."order_id" = "orders"."id" AND "item"."deleted_at" IS NULL
	GROUP BY "orders"."id"
) AS "derived" WHERE "derived"."id" = "orders"."id" AND "derived"."status" <> 3;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_by" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_by_is_given" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_by_time_zone" text;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "handling_days" integer;--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","ordered_at","id","supplier_id","marketplace_id","searchable");--> statement-breakpoint
CREATE INDEX "orders_ship_by" ON "orders" USING btree ("ship_by","ordered_at","id","supplier_id","marketplace_id","searchable");--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("ship_by","ordered_at","id","ship_by_time_zone","supplier_id","marketplace_id","searchable") WHERE "orders"."is_outstanding";