ALTER TABLE "payment_runs" ALTER COLUMN "content" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_runs" ALTER COLUMN "sha256" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD COLUMN "released_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD COLUMN "released_by" integer;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD COLUMN "is_released_alone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD COLUMN "cancelled_by" integer;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD COLUMN "cancel_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD CONSTRAINT "payment_runs_released_by_users_id_fk" FOREIGN KEY ("released_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_runs" ADD CONSTRAINT "payment_runs_cancelled_by_users_id_fk" FOREIGN KEY ("cancelled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "payment_runs" SET "released_at" = "made_at", "released_by" = "made_by";
