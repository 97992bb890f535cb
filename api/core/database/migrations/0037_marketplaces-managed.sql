ALTER TABLE "marketplaces" ADD COLUMN "order_number_prefix" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "marketplaces" ADD COLUMN "is_disabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "marketplaces" ADD COLUMN "webhook_url" text;--> statement-breakpoint
ALTER TABLE "marketplaces" ADD COLUMN "webhook_secret" text;--> statement-breakpoint
ALTER TABLE "marketplaces" ADD COLUMN "webhook_secret_set_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "marketplaces" ADD COLUMN "webhook_secret_set_by" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "marketplaces_order_number_prefix" ON "marketplaces" USING btree ("order_number_prefix") WHERE "marketplaces"."order_number_prefix" <> '';