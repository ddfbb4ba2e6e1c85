/**
 * The functions that remove the bytes of erased people from the server’s files and update the statistics. DELETE and
 * VACUUM leave those bytes there; only rewriting the table removes them.
 */
export const firstMaintenance = (schema: string): string => `
  CREATE ${rewriteMonth(schema, ['address', 'value', 'setting'])}

  CREATE FUNCTION analyze_archive() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${schema}, pg_temp AS $$
  BEGIN
    ANALYZE message, value, rollup, quarter, address, coverage, setting, rewrite;
    -- Empty tables keep their samples, but a column whose type is set loses them.
    IF NOT EXISTS (SELECT 1 FROM message) THEN
      ALTER TABLE message ALTER id TYPE text COLLATE "C", ALTER email TYPE text COLLATE "C",
        ALTER recipient TYPE text COLLATE "C", ALTER sender TYPE text COLLATE "C", ALTER subject TYPE text COLLATE "C",
        ALTER tags TYPE text[] COLLATE "C", ALTER reason TYPE text COLLATE "C", ALTER terms TYPE tsvector;
      ALTER TABLE address ALTER recipient TYPE text COLLATE "C";
    END IF;
  END $$;
`

/** `beside` lists tables other than months. */
export function rewriteMonth(schema: string, beside: readonly string[]): string {
  return `FUNCTION rewrite_month(month_name text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${schema}, pg_temp AS $$
  DECLARE
    is_beside boolean := month_name IN (${beside.map((name) => `'${name}'`).join(', ')});
    place text := CASE WHEN is_beside THEN month_name ELSE 'message_' || month_name END;
    index_name text := CASE WHEN is_beside THEN month_name || '_pkey' ELSE 'row_' || month_name END;
    is_empty boolean;
    former month;
  BEGIN
    IF is_beside IS NOT TRUE AND NOT EXISTS (SELECT 1 FROM month WHERE name = month_name) THEN
      RAISE EXCEPTION 'There is no month %.', month_name;
    END IF;
    IF month_name IN ('before', 'after') THEN
      PERFORM 1 FROM lease FOR UPDATE;
      EXECUTE format('SELECT NOT EXISTS (SELECT 1 FROM %I)', place) INTO is_empty;
    END IF;
    IF is_empty THEN
      -- ANALYZE would keep the samples of a table that is empty now.
      EXECUTE format('DROP TABLE %I', place);
      DELETE FROM month WHERE name = month_name RETURNING * INTO former;
      DELETE FROM rewrite WHERE month = month_name;
      PERFORM add_month(month_name, former.first, former.stop), index_month(month_name);
      RETURN;
    END IF;
    EXECUTE format('CLUSTER %I USING %I', place, index_name);
    EXECUTE format('ANALYZE %I', place);
    -- Rows that an older transaction may still see were copied, too, so the table has to be rewritten once more.
    DELETE FROM rewrite WHERE month = month_name AND age(erasure::xid) >
      (SELECT age(relfrozenxid) FROM pg_class WHERE oid = place::regclass);
  END $$;`
}
