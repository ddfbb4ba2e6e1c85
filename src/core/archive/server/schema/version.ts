/** The schema that this program writes. A released migration is never changed, only followed by another. */
export const teamSchemaVersion = 3

/** Programs that know at least this version can read and write what this program creates. */
export const oldestClient = 1
