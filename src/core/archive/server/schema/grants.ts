/** An archive’s roles. Each person’s user is a member of the writers or the readers. */
export type Roles = { readonly owner: string; readonly writer: string; readonly reader: string }

export function roleNames(schema: string): Roles {
  return { owner: `${schema}_owner`, writer: `${schema}_writer`, reader: `${schema}_reader` }
}

/** Grants each role its rights, as the owner. Running the statements again changes nothing. */
export function grantStatements(schema: string, { owner, writer, reader }: Roles): string {
  const all = `ALL TABLES IN SCHEMA "${schema}"`
  const functions = [
    'add_month(text, bigint, bigint)',
    'index_month(text)',
    'drop_month(text)',
    'rewrite_month(text)',
    'analyze_archive()',
  ]
  const ofSchema = functions.map((each) => `"${schema}".${each}`).join(', ')
  return `REVOKE ALL ON SCHEMA "${schema}" FROM PUBLIC;
REVOKE ALL ON ${all} FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA "${schema}" FROM PUBLIC;
GRANT USAGE ON SCHEMA "${schema}" TO "${writer}", "${reader}";
GRANT SELECT, INSERT, UPDATE, DELETE ON ${all} TO "${writer}";
REVOKE INSERT, UPDATE, DELETE ON "${schema}".month, "${schema}".version FROM "${writer}";
GRANT UPDATE (changed) ON "${schema}".version TO "${writer}";
REVOKE INSERT, DELETE ON "${schema}".lease FROM "${writer}";
REVOKE UPDATE, DELETE ON "${schema}".tombstone FROM "${writer}";
GRANT USAGE ON ALL SEQUENCES IN SCHEMA "${schema}" TO "${writer}";
GRANT EXECUTE ON FUNCTION ${ofSchema} TO "${writer}";
GRANT SELECT ON ${all} TO "${reader}";
REVOKE ALL ON "${schema}".tombstone FROM "${reader}";
-- For the months that are added later.
ALTER DEFAULT PRIVILEGES FOR ROLE "${owner}" IN SCHEMA "${schema}" GRANT SELECT ON TABLES TO "${writer}", "${reader}";
-- Functions that are added later are for nobody until they are granted.
ALTER DEFAULT PRIVILEGES FOR ROLE "${owner}" REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
${secondGrants(schema, { writer, reader })}`
}

/**
 * Grants on objects from version 2, if they exist: these statements also run in archives that haven’t been migrated
 * yet.
 */
function secondGrants(schema: string, { writer, reader }: Pick<Roles, 'writer' | 'reader'>): string {
  return `DO $$ BEGIN
  IF to_regclass('"${schema}".access') IS NULL THEN RETURN; END IF;
  REVOKE ALL ON "${schema}".access FROM "${writer}", "${reader}";
  REVOKE ALL ON SEQUENCE "${schema}".access_id_seq FROM "${writer}";
  REVOKE INSERT, UPDATE, DELETE ON "${schema}".access_choice FROM "${writer}";
  REVOKE INSERT, DELETE ON "${schema}".sent_turn FROM "${writer}";
  GRANT EXECUTE ON FUNCTION "${schema}".log_access(text, text, bytea, bigint), "${schema}".person_salt()
    TO "${writer}", "${reader}";
  GRANT EXECUTE ON FUNCTION "${schema}".remove_sends(integer[]) TO "${writer}";
END $$;`
}
