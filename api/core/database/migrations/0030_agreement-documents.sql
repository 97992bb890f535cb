CREATE TABLE "agreement_documents" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"supplier_id" integer NOT NULL,
	"statements" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agreement_documents" ADD CONSTRAINT "agreement_documents_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE cascade ON UPDATE no action;