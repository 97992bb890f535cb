ALTER TABLE "marketplace_products" ADD COLUMN "is_published" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "marketplace_products" SET "is_published" = true
WHERE ("status" = 2 AND "sync_status" = 0) OR ("marketplace_sku" IS NOT NULL AND NOT ("status" = 4 AND "sync_status" = 0));
