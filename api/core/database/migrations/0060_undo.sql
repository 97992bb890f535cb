CREATE TABLE "undone_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"answer" jsonb
);
--> statement-breakpoint
CREATE INDEX "changes_process" ON "changes" USING btree ("process_id") WHERE "changes"."process_id" is not null;