const counters = ['messages', 'open', 'click', 'opened', 'clicked'].map((name) => `${name} bigint NOT NULL`).join(', ')

/**
 * The tables of version 1. A schema contains one account’s archive.
 *
 * `message` is partitioned into months by row, which contains the creation time. Old months may be moved to other
 * servers later, so there is no unique index across months: PostgreSQL allows none if a month is on another server.
 * `terms` has no positions. Mailroom computes the terms of a record, so that no SQL function repeats how text is folded
 * or divided into words. `exact` contains the complete record if the other columns can’t represent it exactly, and null
 * if they can.
 *
 * A month is indexed after it has been filled, which is several times as fast. `address` contains each address once,
 * with its newest row.
 *
 * Columns are `json`, not `jsonb`, which would change the order of keys and the digits of numbers.
 *
 * `rewrite` lists the months, and the other tables (`besideMonths`), whose files still contain bytes of erased people.
 * `erasure` is the transaction of the latest erasure in each.
 */
export const firstTables = `
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
    ${counters},
    PRIMARY KEY (day, value, state)
  );
  CREATE TABLE quarter (
    quarter integer NOT NULL,
    state integer NOT NULL,
    ${counters},
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
`

/**
 * Functions that give writers rights beyond changing rows. Each checks its arguments and has a fixed search path,
 * because it runs with the owner’s rights.
 */
export const firstFunctions = (schema: string): string => `
  CREATE FUNCTION add_month(month_name text, first_row bigint, stop_row bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${schema}, pg_temp AS $$
  BEGIN
    IF month_name IS NULL OR first_row IS NULL OR stop_row IS NULL OR first_row >= stop_row
      OR month_name !~ '^(\\d{4}_(0[1-9]|1[0-2])|before|after)$' THEN
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
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${schema}, pg_temp AS $$
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
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${schema}, pg_temp AS $$
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
`
