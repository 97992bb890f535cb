-- The triggers of the history name the column in their conditions, so they are made again as they were.
DO $$
DECLARE
	it record;
	definitions text[] := '{}';
BEGIN
	FOR it IN SELECT tgname, tgrelid::regclass AS of_table, pg_get_triggerdef(oid) AS definition FROM pg_trigger
		WHERE tgrelid IN ('product_variants'::regclass, 'products'::regclass) AND NOT tgisinternal
	LOOP
		definitions := definitions || it.definition;
		EXECUTE format('DROP TRIGGER %I ON %s', it.tgname, it.of_table);
	END LOOP;
	ALTER TABLE "product_variants" ALTER COLUMN "shipping_package_weight" SET DATA TYPE numeric(12, 3);
	ALTER TABLE "products" ALTER COLUMN "shipping_package_weight" SET DATA TYPE numeric(12, 3);
	FOR i IN 1 .. coalesce(array_length(definitions, 1), 0) LOOP
		EXECUTE definitions[i];
	END LOOP;
END $$;
