CREATE TABLE "sign_in_locks" (
	"user_name" text NOT NULL,
	"browser" text DEFAULT '' NOT NULL,
	"count" integer NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_locks_user_name_browser_pk" PRIMARY KEY("user_name","browser")
);
--> statement-breakpoint
DROP INDEX "failed_sign_ins_name";--> statement-breakpoint
ALTER TABLE "failed_sign_ins" ADD COLUMN "browser" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "failed_sign_ins_name" ON "failed_sign_ins" USING btree ("user_name","browser","at");--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "locked_at";