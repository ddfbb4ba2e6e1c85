import { AppError } from '#shared/contract/base/error.ts'
import type { ServerDatabase } from '../connection/server-database.ts'
import { serverCodeOf } from '../connection/server-errors.ts'
import { createStatements, rolesInUse } from '../schema/create.ts'

/** Runs in one transaction, so that a failure changes nothing. */
export async function createArchive(database: ServerDatabase): Promise<void> {
  const { schema, database: name, user } = database.server
  try {
    await database.script(createStatements(schema))
  } catch (thrown) {
    if (serverCodeOf(thrown) === '42P06') {
      throw new AppError(
        'schema-exists',
        `The database ${name} already has a schema ${schema}, so nothing was changed. Choose another name with --schema.`,
        { cause: thrown },
      )
    }
    if (serverCodeOf(thrown) === rolesInUse) {
      throw new AppError(
        'roles-in-use',
        `Another database of this server already has a team archive in a schema ${schema}. Roles belong to the whole server, so its members could use this archive, too. Nothing was changed. Choose another name with --schema.`,
        { cause: thrown },
      )
    }
    if (serverCodeOf(thrown) === '42501') {
      throw new AppError(
        'may-not-create',
        `The user ${user} is not allowed to create schemas and roles in the database ${name}, so nothing was changed. Run the command as an administrator of the server, or give an administrator the statements that --print prints.`,
        { cause: thrown },
      )
    }
    throw thrown
  }
}
