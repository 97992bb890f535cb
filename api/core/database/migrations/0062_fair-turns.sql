ALTER TABLE "processes" ADD COLUMN "party" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "turn_at" timestamp (3) with time zone;