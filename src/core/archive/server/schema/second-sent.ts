/** Tables to rewrite after an erasure. */
export const sentTableNames = ['sent', 'sent_body', 'sent_to']

/**
 * Messages sent by the team. Content is stored once, however many sends and recipients share it, and each recipient’s
 * values are stored separately. `person` is the same hash that an erasure writes to `tombstone`.
 *
 * The server takes no samples of columns that identify a person, because samples would stay in its statistics.
 */
export const sentTables = `
  CREATE TABLE sent_body (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hash bytea NOT NULL UNIQUE,
    data bytea NOT NULL
  );
  ALTER TABLE sent_body ALTER hash SET STATISTICS 0, ALTER data SET STATISTICS 0, ALTER data SET STORAGE EXTERNAL;
  CREATE TABLE sent (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    send text COLLATE "C" NOT NULL UNIQUE,
    at bigint NOT NULL,
    body integer NOT NULL
  );
  CREATE INDEX sent_of_body ON sent (body);
  CREATE INDEX sent_at ON sent (at);
  CREATE TABLE sent_to (
    send integer NOT NULL,
    person bytea NOT NULL,
    recipient text COLLATE "C" NOT NULL,
    vals text COLLATE "C",
    PRIMARY KEY (send, person)
  );
  ALTER TABLE sent_to ALTER person SET STATISTICS 0, ALTER recipient SET STATISTICS 0, ALTER vals SET STATISTICS 0;
  CREATE INDEX sent_to_person ON sent_to (person);
  CREATE TABLE sent_turn (one boolean PRIMARY KEY DEFAULT true CHECK (one));
  INSERT INTO sent_turn DEFAULT VALUES;
`

/**
 * Every erasure begins with a tombstone, even by a program that knows only version 1, so a trigger on tombstones erases
 * from these tables in the same transaction.
 */
export const sentFunctions = (schema: string): string => `
  CREATE FUNCTION remove_sends(ids integer[]) RETURNS void
  LANGUAGE plpgsql SET search_path = ${schema}, pg_temp AS $$
  DECLARE bodies integer[];
  BEGIN
    DELETE FROM sent_to WHERE send = ANY(ids);
    WITH removed AS (DELETE FROM sent WHERE id = ANY(ids) RETURNING body)
      SELECT array_agg(DISTINCT body) FROM removed INTO bodies;
    DELETE FROM sent_body WHERE id = ANY(bodies) AND NOT EXISTS (SELECT 1 FROM sent WHERE body = sent_body.id);
  END $$;

  CREATE FUNCTION erase_sent() RETURNS trigger LANGUAGE plpgsql SET search_path = ${schema}, pg_temp AS $$
  DECLARE theirs integer[];
  BEGIN
    PERFORM 1 FROM sent_turn FOR UPDATE;
    WITH removed AS (DELETE FROM sent_to WHERE person = NEW.hash RETURNING send)
      SELECT array_agg(send) FROM removed INTO theirs;
    PERFORM remove_sends(ARRAY(SELECT id FROM sent WHERE id = ANY(theirs)
      AND NOT EXISTS (SELECT 1 FROM sent_to WHERE sent_to.send = sent.id)));
    -- Sends that were removed earlier may have left bytes, too.
    INSERT INTO rewrite (month, since)
      SELECT place, NEW.erased FROM unnest(ARRAY['sent', 'sent_body', 'sent_to']) AS place
      WHERE pg_relation_size(place::regclass) > 0
      ON CONFLICT (month) DO UPDATE SET erasure = excluded.erasure;
    RETURN NULL;
  END $$;
  CREATE TRIGGER erase_sent AFTER INSERT ON tombstone FOR EACH ROW EXECUTE FUNCTION erase_sent();
`
