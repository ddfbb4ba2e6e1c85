/**
 * A log of Mailroom’s accesses to people’s messages. Only `log_access` adds lines, and only the owner can read them.
 * Administration statements printed by version 1 grant rights on all tables, so row-level security is enabled too:
 * without a policy, only the owner sees any rows.
 *
 * A person is stored as a hash with the archive’s salt, as in `tombstone`, and stays in the log after an erasure.
 */
export const accessTables = `
  CREATE TABLE access (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    role text COLLATE "C" NOT NULL DEFAULT session_user,
    mailroom text COLLATE "C",
    kind text COLLATE "C" NOT NULL CHECK (kind IN
      ('opened', 'searched', 'exported', 'erased', 'retention', 'log-none', 'log-changes', 'log-all')),
    person bytea CHECK (octet_length(person) = 32),
    messages bigint CHECK (messages >= 0)
  );
  CREATE INDEX access_at ON access (at);
  CREATE INDEX access_person ON access (person, id) WHERE person IS NOT NULL;
  ALTER TABLE access ENABLE ROW LEVEL SECURITY;

  CREATE TABLE access_choice (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    logged text NOT NULL DEFAULT 'changes' CHECK (logged IN ('none', 'changes', 'all'))
  );
  INSERT INTO access_choice DEFAULT VALUES;
  ALTER TABLE access_choice ENABLE ROW LEVEL SECURITY;
  CREATE POLICY readable ON access_choice FOR SELECT USING (true);
`

/** `session_user` is the user who logged in, even inside a function that runs with the owner’s rights. */
export const accessFunctions = (schema: string): string => `
  CREATE FUNCTION log_access(what text, mailroom_name text, whom bytea, message_count bigint) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${schema}, pg_temp AS $$
  DECLARE chosen text := (SELECT logged FROM access_choice);
  BEGIN
    IF what IS NULL OR what LIKE 'log-%' THEN RAISE EXCEPTION 'There is no access %.', what; END IF;
    IF chosen = 'none' OR (chosen = 'changes' AND what IN ('opened', 'searched')) THEN RETURN false; END IF;
    INSERT INTO access (mailroom, kind, person, messages)
      VALUES (left(mailroom_name, 200), what, whom, message_count);
    RETURN true;
  END $$;

  -- Every change of the choice is logged, too, whichever program makes it.
  CREATE FUNCTION log_choice() RETURNS trigger LANGUAGE plpgsql SET search_path = ${schema}, pg_temp AS $$
  BEGIN
    INSERT INTO access (kind) VALUES ('log-' || NEW.logged);
    RETURN NULL;
  END $$;
  CREATE TRIGGER log_choice AFTER UPDATE ON access_choice FOR EACH ROW
    WHEN (OLD.logged <> NEW.logged) EXECUTE FUNCTION log_choice();

  -- Readers need the salt to hash the people in their lines, and may need it before any writer does.
  CREATE FUNCTION person_salt() RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${schema}, pg_temp AS $$
  BEGIN
    INSERT INTO setting VALUES ('salt', to_json(replace(gen_random_uuid()::text, '-', ''))) ON CONFLICT DO NOTHING;
    RETURN (SELECT value #>> '{}' FROM setting WHERE name = 'salt');
  END $$;
`
