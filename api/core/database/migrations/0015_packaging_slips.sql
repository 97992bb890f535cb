ALTER TABLE "shipments" ADD COLUMN "slip_printed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "slip_printed_by" integer;--> statement-breakpoint
ALTER TABLE "marketplaces" ADD COLUMN "logo_id" uuid;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_slip_printed_by_users_id_fk" FOREIGN KEY ("slip_printed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;