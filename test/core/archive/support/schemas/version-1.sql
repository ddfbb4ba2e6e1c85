BEGIN;
DO $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'mailroom_owner') THEN CREATE ROLE "mailroom_owner" NOLOGIN; END IF;
END $$;
DO $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'mailroom_writer') THEN CREATE ROLE "mailroom_writer" NOLOGIN; END IF;
END $$;
DO $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'mailroom_reader') THEN CREATE ROLE "mailroom_reader" NOLOGIN; END IF;
END $$;
GRANT "mailroom_owner" TO CURRENT_USER;
CREATE SCHEMA "mailroom" AUTHORIZATION "mailroom_owner";
DO $$ BEGIN CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
EXCEPTION WHEN OTHERS THEN RAISE NOTICE 'Without pg_trgm, parts of addresses are found slowly: %', SQLERRM;
END $$;
SET LOCAL ROLE "mailroom_owner";
SET LOCAL search_path = "mailroom", public, pg_temp;

  CREATE TABLE message (
    row bigint NOT NULL,
    created bigint NOT NULL,
    state_at bigint NOT NULL,
    size bigint NOT NULL,
    opens integer NOT NULL,
    clicks integer NOT NULL,
    known smallint NOT NULL,
    id text COLLATE "C" NOT NULL,
    email text COLLATE "C" NOT NULL,
    recipient text COLLATE "C" NOT NULL,
    sender text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    api_key text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL,
    tags text[] COLLATE "C" NOT NULL,
    meta json,
    reason text COLLATE "C",
    open_details json,
    click_details json,
    extra json,
    exact json,
    terms tsvector NOT NULL
  ) PARTITION BY RANGE (row);

  CREATE TABLE month (
    name text PRIMARY KEY,
    first bigint NOT NULL UNIQUE,
    stop bigint NOT NULL,
    indexed boolean NOT NULL DEFAULT false
  );
  CREATE TABLE value (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind smallint NOT NULL,
    name text COLLATE "C" NOT NULL,
    folded text COLLATE "C" NOT NULL,
    messages bigint NOT NULL DEFAULT 0
  );
  CREATE UNIQUE INDEX value_name ON value (kind, hashtextextended(name, 0));
  CREATE INDEX value_folded ON value (kind, left(folded, 64) text_pattern_ops);
  CREATE TABLE rollup (
    day integer NOT NULL,
    value integer NOT NULL,
    state integer NOT NULL,
    messages bigint NOT NULL, open bigint NOT NULL, click bigint NOT NULL, opened bigint NOT NULL, clicked bigint NOT NULL,
    PRIMARY KEY (day, value, state)
  );
  CREATE TABLE quarter (
    quarter integer NOT NULL,
    state integer NOT NULL,
    messages bigint NOT NULL, open bigint NOT NULL, click bigint NOT NULL, opened bigint NOT NULL, clicked bigint NOT NULL,
    PRIMARY KEY (quarter, state)
  );
  CREATE TABLE address (
    recipient text COLLATE "C" PRIMARY KEY,
    newest bigint NOT NULL,
    messages bigint NOT NULL
  ) WITH (fillfactor = 85);

  CREATE TABLE coverage (
    kind smallint NOT NULL,
    start bigint NOT NULL,
    stop bigint NOT NULL,
    PRIMARY KEY (kind, start)
  );
  CREATE TABLE setting (name text PRIMARY KEY, value json NOT NULL);
  CREATE TABLE tombstone (hash bytea PRIMARY KEY, erased bigint NOT NULL);
  CREATE TABLE lease (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    holder text,
    name text,
    since timestamptz,
    epoch bigint NOT NULL DEFAULT 0,
    until timestamptz NOT NULL DEFAULT '-infinity'
  );
  INSERT INTO lease DEFAULT VALUES;
  CREATE TABLE rewrite (
    month text PRIMARY KEY,
    since bigint NOT NULL,
    erasure xid8 NOT NULL DEFAULT pg_current_xact_id()
  );
  CREATE TABLE version (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    version integer NOT NULL,
    oldest_client integer NOT NULL,
    changed bigint NOT NULL
  );


  CREATE FUNCTION add_month(month_name text, first_row bigint, stop_row bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = "mailroom", pg_temp AS $$
  BEGIN
    IF month_name IS NULL OR first_row IS NULL OR stop_row IS NULL OR first_row >= stop_row
      OR month_name !~ '^(\d{4}_(0[1-9]|1[0-2])|before|after)$' THEN
      RAISE EXCEPTION 'There is no month %.', month_name;
    END IF;
    PERFORM 1 FROM lease FOR UPDATE;
    IF EXISTS (SELECT 1 FROM month WHERE name = month_name) THEN RETURN; END IF;
    EXECUTE format('CREATE TABLE %I (LIKE message INCLUDING DEFAULTS)', 'message_' || month_name);
    EXECUTE format('CREATE UNIQUE INDEX %I ON %I (row)', 'row_' || month_name, 'message_' || month_name);
    EXECUTE format('ALTER TABLE message ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      'message_' || month_name, first_row, stop_row);
    INSERT INTO month (name, first, stop) VALUES (month_name, first_row, stop_row);
  END $$;

  CREATE FUNCTION index_month(month_name text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = "mailroom", pg_temp AS $$
  DECLARE place text := 'message_' || month_name;
  DECLARE parts text;
  BEGIN
    IF NOT EXISTS (SELECT 1 FROM month WHERE name = month_name) THEN
      RAISE EXCEPTION 'There is no month %.', month_name;
    END IF;
    EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I (hashtextextended(id, 0))', 'id_' || month_name, place);
    EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I (recipient, row)', 'recipient_' || month_name, place);
    EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I (row) WHERE exact IS NOT NULL', 'exact_' || month_name, place);
    EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I USING gin (terms) WITH (fastupdate = off)',
      'terms_' || month_name, place);
    EXECUTE format('ANALYZE %I', place);
    SELECT nspname INTO parts FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace
      WHERE extname = 'pg_trgm';
    IF parts IS NOT NULL THEN
      EXECUTE format('CREATE INDEX IF NOT EXISTS address_parts ON address USING gin (recipient %I.gin_trgm_ops)', parts);
    END IF;
    UPDATE month SET indexed = true WHERE name = month_name;
  END $$;

  CREATE FUNCTION drop_month(month_name text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = "mailroom", pg_temp AS $$
  DECLARE is_empty boolean;
  BEGIN
    IF month_name IN ('before', 'after') OR NOT EXISTS (SELECT 1 FROM month WHERE name = month_name) THEN
      RAISE EXCEPTION 'There is no month %.', month_name;
    END IF;
    EXECUTE format('SELECT NOT EXISTS (SELECT 1 FROM %I)', 'message_' || month_name) INTO is_empty;
    IF NOT is_empty THEN RAISE EXCEPTION 'The month % has messages.', month_name; END IF;
    EXECUTE format('DROP TABLE %I', 'message_' || month_name);
    DELETE FROM month WHERE name = month_name;
    DELETE FROM rewrite WHERE month = month_name;
  END $$;


  CREATE FUNCTION rewrite_month(month_name text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = "mailroom", pg_temp AS $$
  DECLARE
    is_beside boolean := month_name IN ('address', 'value', 'setting');
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
  END $$;

  CREATE FUNCTION analyze_archive() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = "mailroom", pg_temp AS $$
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

INSERT INTO value (kind, name, folded) VALUES (0, 'requested', 'requested'), (0, 'scheduled', 'scheduled'), (0, 'deferred', 'deferred'), (0, 'filtered', 'filtered'), (0, 'rejected', 'rejected'), (0, 'error', 'error'), (0, 'softbounced', 'softbounced'), (0, 'hardbounced', 'hardbounced'), (0, 'delivered', 'delivered'), (0, 'unsubscribed', 'unsubscribed'), (0, 'complaint', 'complaint');
INSERT INTO version (version, oldest_client, changed) VALUES (1, 1, 1);
SELECT add_month('before', 0, 992670960844800), add_month('after', 4334793051340800, 9007199254740992);
REVOKE ALL ON SCHEMA "mailroom" FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA "mailroom" FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA "mailroom" FROM PUBLIC;
GRANT USAGE ON SCHEMA "mailroom" TO "mailroom_writer", "mailroom_reader";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "mailroom" TO "mailroom_writer";
REVOKE INSERT, UPDATE, DELETE ON "mailroom".month, "mailroom".version FROM "mailroom_writer";
GRANT UPDATE (changed) ON "mailroom".version TO "mailroom_writer";
REVOKE INSERT, DELETE ON "mailroom".lease FROM "mailroom_writer";
REVOKE UPDATE, DELETE ON "mailroom".tombstone FROM "mailroom_writer";
GRANT USAGE ON ALL SEQUENCES IN SCHEMA "mailroom" TO "mailroom_writer";
GRANT EXECUTE ON FUNCTION "mailroom".add_month(text, bigint, bigint), "mailroom".index_month(text), "mailroom".drop_month(text), "mailroom".rewrite_month(text), "mailroom".analyze_archive() TO "mailroom_writer";
GRANT SELECT ON ALL TABLES IN SCHEMA "mailroom" TO "mailroom_reader";
REVOKE ALL ON "mailroom".tombstone FROM "mailroom_reader";
-- For the months that are added later.
ALTER DEFAULT PRIVILEGES FOR ROLE "mailroom_owner" IN SCHEMA "mailroom" GRANT SELECT ON TABLES TO "mailroom_writer", "mailroom_reader";
-- Functions that are added later are for nobody until they are granted.
ALTER DEFAULT PRIVILEGES FOR ROLE "mailroom_owner" REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
RESET ROLE;
COMMIT;
