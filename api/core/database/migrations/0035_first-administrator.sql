CREATE TABLE "administrator_links" (
	"token_digest" text PRIMARY KEY NOT NULL,
	"email" text,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"setup_dismissed_at" timestamp (3) with time zone,
	CONSTRAINT "settings_one_row" CHECK ("settings"."id" = 1)
);
