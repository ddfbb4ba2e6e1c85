/** The schema that this program writes. To change it, add a migration; never change a released one. */
export const teamSchemaVersion = 3

/** Programs that know at least this version can read and write what this program creates. */
export const oldestClient = 1
