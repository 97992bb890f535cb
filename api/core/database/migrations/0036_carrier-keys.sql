ALTER TABLE "suppliers" ADD COLUMN "carrier_key_sealed" text;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "carrier_key_ending" text;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "carrier_key_set_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "carrier_key_set_by" integer;