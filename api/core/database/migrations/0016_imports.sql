CREATE TABLE "process_files" (
	"process_id" uuid PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "processes" ALTER COLUMN "total" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "process_rows" ADD COLUMN "result" jsonb;--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "is_import" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "result" jsonb;--> statement-breakpoint
ALTER TABLE "process_files" ADD CONSTRAINT "process_files_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "processes_finished" ON "processes" USING btree ("finished_at");