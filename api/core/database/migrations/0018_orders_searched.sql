-- Every letter of the words and every two that stand together: what an index finds words of one or two letters by.
CREATE FUNCTION "letters_of"("words" text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT COST 300 AS $$
	SELECT array_agg(substr("words", "place", "size")) FROM generate_series(1, length("words")) AS "place", generate_series(1, 2) AS "size"
$$;--> statement-breakpoint
DROP INDEX "orders_ordered";--> statement-breakpoint
DROP INDEX "orders_supplier";--> statement-breakpoint
DROP INDEX "orders_marketplace";--> statement-breakpoint
DROP INDEX "orders_outstanding";--> statement-breakpoint
DROP INDEX "orders_outstanding_supplier";--> statement-breakpoint
DROP INDEX "orders_number";--> statement-breakpoint
DROP INDEX "orders_customer";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "sortable_number" text collate "C" GENERATED ALWAYS AS (lower(marketplace_order_id)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "sortable_customer" text collate "C" GENERATED ALWAYS AS (lower(customer_first_name || ' ' || customer_surname)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_letters" ON "orders" USING gin (letters_of("searchable"));--> statement-breakpoint
CREATE INDEX "orders_ordered" ON "orders" USING btree ("ordered_at","id","supplier_id","marketplace_id","searchable");--> statement-breakpoint
CREATE INDEX "orders_supplier" ON "orders" USING btree ("supplier_id","ordered_at","id","marketplace_id","searchable");--> statement-breakpoint
CREATE INDEX "orders_marketplace" ON "orders" USING btree ("marketplace_id","ordered_at","id","supplier_id","searchable");--> statement-breakpoint
CREATE INDEX "orders_outstanding" ON "orders" USING btree ("ordered_at","id","supplier_id","marketplace_id","searchable") WHERE "orders"."is_outstanding";--> statement-breakpoint
CREATE INDEX "orders_outstanding_supplier" ON "orders" USING btree ("supplier_id","ordered_at","id","marketplace_id","searchable") WHERE "orders"."is_outstanding";--> statement-breakpoint
CREATE INDEX "orders_number" ON "orders" USING btree ("sortable_number","ordered_at","id","supplier_id","marketplace_id","searchable");--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("sortable_customer","ordered_at","id","supplier_id","marketplace_id","searchable");