import { roleNames } from './grants.ts'

/** Most queries are about one value over many days, such as all messages by day and state. */
const rollupByValue = 'ALTER TABLE rollup DROP CONSTRAINT rollup_pkey, ADD PRIMARY KEY (value, day, state);'

/**
 * Makes the server refuse changes to the retention by anyone except the owner, whichever program they use. A move into
 * an empty archive may bring along the retention of its source.
 */
const retentionOfOwner = (schema: string): string => `
  CREATE FUNCTION keep_retention() RETURNS trigger LANGUAGE plpgsql SET search_path = "${schema}", pg_temp AS $$
  DECLARE
    before text := (SELECT value->>'keepDays' FROM setting WHERE name = 'sync');
    after text := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE NEW.value->>'keepDays' END;
  BEGIN
    IF before IS DISTINCT FROM after AND NOT pg_has_role(current_user, '${roleNames(schema).owner}', 'USAGE')
      AND (SELECT changed FROM version) > 0 THEN
      RAISE EXCEPTION 'only the owner of the archive chooses how long messages are kept' USING ERRCODE = '42501';
    END IF;
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END $$;
  CREATE TRIGGER keep_retention_added BEFORE INSERT ON setting
    FOR EACH ROW WHEN (NEW.name = 'sync') EXECUTE FUNCTION keep_retention();
  CREATE TRIGGER keep_retention_changed BEFORE UPDATE OR DELETE ON setting
    FOR EACH ROW WHEN (OLD.name = 'sync') EXECUTE FUNCTION keep_retention();`

export const thirdStep = (schema: string): string => [rollupByValue, retentionOfOwner(schema)].join('\n')
