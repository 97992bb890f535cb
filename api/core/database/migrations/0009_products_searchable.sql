DROP INDEX "product_variants_search";--> statement-breakpoint
DROP INDEX "products_search";--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "searchable" text GENERATED ALWAYS AS (lower(coalesce(name, '') || E'\n' || external_sku)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "searchable" text GENERATED ALWAYS AS (lower(name || E'\n' || external_sku)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "products_search_name" ON "products" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "product_variants_search" ON "product_variants" USING gin ("searchable" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("searchable" gin_trgm_ops);