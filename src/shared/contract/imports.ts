import { z } from 'zod'
import { fileTypes } from '../domain/exports/file-type.ts'
import { command } from './base/define.ts'

const accountId = z.string().max(80)
const token = z.string().max(200)
const jobId = z.string().max(80)
const count = z.number().int()

/** What a file is, before anything of it is imported. */
export const inspectedFile = z.strictObject({
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  /** By its content, whatever its name says. */
  kind: z.enum(fileTypes),
  /** Epoch milliseconds: when the first message of the file was created. */
  firstCreated: z.number(),
  /** Documented fields that the file lacks; what is known of them stays. */
  absent: z.array(z.string()),
  /** Other columns: kept with the messages as they are. */
  extra: z.array(z.string()),
  /** The account keeps messages for so many days; null for good. */
  keepDays: z.number().int().nullable(),
  /** Epoch milliseconds: what is older is left out, because the next sync would remove it; null where nothing is. */
  keptSince: z.number().nullable(),
})
export type InspectedFile = z.infer<typeof inspectedFile>

export const importReport = z.strictObject({
  jobId,
  name: z.string(),
  kind: z.enum(fileTypes),
  /** Epoch milliseconds. */
  endedAt: z.number(),
  /** `part`: the file could not be read to its end, or the user stopped it; what came before is in the archive. */
  state: z.enum(['whole', 'part']),
  /** Why only a part, as a sentence; empty when it is whole. */
  reason: z.string(),
  added: count,
  changed: count,
  unchanged: count,
  /** Left out, because the person was erased. */
  erased: count,
  /** Left out, because the account does not keep them that long. */
  tooOld: count,
  /** Records that could not be read. */
  setAside: count,
  /** The first hundred of them, and where they stand in the file. */
  examples: z.array(z.strictObject({ place: z.string(), reason: z.string() })),
})
export type ImportReport = z.infer<typeof importReport>

export const imports = {
  /** Looks at a file; refuses with a sentence what is no export. */
  'imports.inspect': command(z.strictObject({ accountId, token }), inspectedFile),
  /** Two imports into one account wait for each other. */
  'imports.start': command(z.strictObject({ accountId, token }), z.strictObject({ jobId: z.string() })),
  /** How many messages of the archive came from files: no file proves that a period is complete. */
  'imports.status': command(z.strictObject({ accountId }), z.strictObject({ added: count, files: count })),
  /** The last ten of an account are kept. */
  'imports.report': command(z.strictObject({ accountId, jobId }), importReport),
  /** The report as a text file. */
  'imports.saveReport': command(z.strictObject({ accountId, jobId }), z.strictObject({ token: z.string() })),
}
