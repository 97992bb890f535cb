CREATE TABLE "upgrades" (
	"name" text PRIMARY KEY NOT NULL,
	"done_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', now()) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "marketplace_products" ALTER COLUMN "created_at" SET DEFAULT date_trunc('milliseconds', now());--> statement-breakpoint
ALTER TABLE "product_variants" ALTER COLUMN "created_at" SET DEFAULT date_trunc('milliseconds', now());--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "created_at" SET DEFAULT date_trunc('milliseconds', now());--> statement-breakpoint
ALTER TABLE "commands" ALTER COLUMN "at" SET DEFAULT date_trunc('milliseconds', now());--> statement-breakpoint
ALTER TABLE "failed_sign_ins" ALTER COLUMN "at" SET DEFAULT date_trunc('milliseconds', now());--> statement-breakpoint
ALTER TABLE "files" ALTER COLUMN "created_at" SET DEFAULT date_trunc('milliseconds', now());--> statement-breakpoint
ALTER TABLE "counted_actions" ALTER COLUMN "at" SET DEFAULT date_trunc('milliseconds', now());--> statement-breakpoint
ALTER TABLE "held_mails" ALTER COLUMN "at" SET DEFAULT date_trunc('milliseconds', now());--> statement-breakpoint
ALTER TABLE "order_transactions" ALTER COLUMN "at" SET DEFAULT date_trunc('milliseconds', now());--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "ordered_at" SET DEFAULT date_trunc('milliseconds', now());--> statement-breakpoint
ALTER TABLE "password_mails" ALTER COLUMN "at" SET DEFAULT date_trunc('milliseconds', now());--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "created_at" SET DEFAULT date_trunc('milliseconds', now());--> statement-breakpoint
ALTER TABLE "job_runs" ALTER COLUMN "heard_at" SET DEFAULT date_trunc('milliseconds', now());--> statement-breakpoint
ALTER TABLE "processes" ALTER COLUMN "created_at" SET DEFAULT date_trunc('milliseconds', now());--> statement-breakpoint
ALTER TABLE "authenticator_apps" ALTER COLUMN "added_at" SET DEFAULT date_trunc('milliseconds', now());--> statement-breakpoint
ALTER TABLE "passkeys" ALTER COLUMN "added_at" SET DEFAULT date_trunc('milliseconds', now());--> statement-breakpoint
ALTER TABLE "shipments" ALTER COLUMN "created_at" SET DEFAULT date_trunc('milliseconds', now());--> statement-breakpoint
ALTER TABLE "suppliers" ALTER COLUMN "created_at" SET DEFAULT date_trunc('milliseconds', now());