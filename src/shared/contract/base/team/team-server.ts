import { z } from 'zod'

/** PostgreSQL truncates longer names, and Mailroom appends a word to this name for its roles. */
export const longestSchema = 48

/** The address of a team archive. The password is stored separately, in the keychain. */
export const teamServer = z.strictObject({
  host: z
    .string()
    .trim()
    .min(1, 'Enter the server’s name.')
    .max(253)
    .regex(/^[^\s/@?#]+$/, 'Enter only the server’s name, such as db.example.org.'),
  port: z.number().int('Enter the port as a whole number.').min(1).max(65_535, 'A port can be at most 65535.'),
  database: z.string().trim().min(1, 'Enter the name of the database.').max(63),
  schema: z
    .string()
    .trim()
    .max(longestSchema)
    .regex(
      /^[a-z][a-z0-9_]*$/,
      'A schema’s name begins with a letter and has only lower-case letters, digits and underscores.',
    ),
  user: z.string().trim().min(1, 'Enter your user on the server.').max(63),
  /** The certificate authority as PEM text; null for the authorities that this computer trusts. */
  authority: z.string().max(200_000).nullable(),
})
export type TeamServer = Readonly<z.infer<typeof teamServer>>
