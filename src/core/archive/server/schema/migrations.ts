import { firstMaintenance, rewriteMonth } from './first-maintenance.ts'
import { firstFunctions, firstTables } from './first.ts'
import { accessFunctions, accessTables } from './second-access.ts'
import { sentFunctions, sentTableNames, sentTables } from './second-sent.ts'
import { thirdStep } from './third.ts'

type Migration = {
  readonly version: number
  /** The oldest program that can use an archive after this step. */
  readonly oldestClient: number
  /** SQL for the owner, with the schema as its search path. */
  readonly statements: (schema: string) => string
}

/** Every step from nothing to the newest schema, in order. Never change a released step. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    oldestClient: 1,
    statements: (schema) => [firstTables, firstFunctions(`"${schema}"`), firstMaintenance(`"${schema}"`)].join('\n'),
  },
  {
    version: 2,
    // Earlier programs can still use the archive, because a trigger erases from the tables that they don’t know.
    oldestClient: 1,
    statements: (schema) =>
      [
        accessTables,
        accessFunctions(`"${schema}"`),
        sentTables,
        sentFunctions(`"${schema}"`),
        `CREATE OR REPLACE ${rewriteMonth(`"${schema}"`, ['address', 'value', 'setting', ...sentTableNames])}`,
      ].join('\n'),
  },
  {
    version: 3,
    oldestClient: 1,
    statements: thirdStep,
  },
]
