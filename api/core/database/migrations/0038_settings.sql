ALTER TABLE "settings" ADD COLUMN "organisation_name" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "logo_id" uuid;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "mail_from" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "mail_server_sealed" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "mail_server_set_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "mail_server_set_by" integer;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "payer" jsonb;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "payer_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "payer_confirmed_by" integer;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "proposed_payer" jsonb;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "payer_proposed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "payer_proposed_by" integer;