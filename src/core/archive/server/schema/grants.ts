/** An archive’s roles. Each person’s user is a member of the writers or the readers. */
export type Roles = { readonly owner: string; readonly writer: string; readonly reader: string }

export function roleNames(schema: string): Roles {
  return { owner: `${schema}_owner`, writer: `${schema}_writer`, reader: `${schema}_reader` }
}

/** What each role may do. Running them again changes nothing. */
export function grantStatements(schema: string, { writer, reader }: Roles): string {
  const all = `ALL TABLES IN SCHEMA "${schema}"`
  const functions = ['add_month(text, bigint, bigint)', 'index_month(text)', 'drop_month(text)', 'rewrite_month(text)']
  const ofSchema = functions.map((each) => `"${schema}".${each}`).join(', ')
  return `REVOKE ALL ON SCHEMA "${schema}" FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA "${schema}" FROM PUBLIC;
GRANT USAGE ON SCHEMA "${schema}" TO "${writer}", "${reader}";
GRANT SELECT, INSERT, UPDATE, DELETE ON ${all} TO "${writer}";
REVOKE INSERT, UPDATE, DELETE ON "${schema}".month, "${schema}".version FROM "${writer}";
GRANT UPDATE (changed) ON "${schema}".version TO "${writer}";
REVOKE INSERT, DELETE ON "${schema}".lease FROM "${writer}";
GRANT USAGE ON ALL SEQUENCES IN SCHEMA "${schema}" TO "${writer}";
GRANT EXECUTE ON FUNCTION ${ofSchema} TO "${writer}";
GRANT SELECT ON ${all} TO "${reader}";
REVOKE ALL ON "${schema}".tombstone FROM "${reader}";`
}

/** A person’s user. The password is chosen on the server, so that it is in no script and in no history. */
export function memberStatements(user: string, role: string): string {
  return `CREATE ROLE "${user}" LOGIN;
GRANT "${role}" TO "${user}";`
}
