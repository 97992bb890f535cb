ALTER TABLE "marketplaces" ADD COLUMN "feed_nonce" uuid;--> statement-breakpoint
ALTER TABLE "marketplaces" ADD COLUMN "feed_product_link" text DEFAULT '' NOT NULL;