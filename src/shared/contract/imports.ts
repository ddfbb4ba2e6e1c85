import { z } from 'zod'
import { fileTypes } from './base/file-type.ts'
import { command } from './base/define.ts'

const accountId = z.string().max(80)
const token = z.string().max(200)
const jobId = z.string().max(80)
const count = z.number().int()

export const importKinds = [...fileTypes, 'backup'] as const
export type ImportKind = (typeof importKinds)[number]

/** The content of a file, determined before any of it is imported. */
export const inspectedFile = z.strictObject({
  name: z.string(),
  /** In bytes. */
  size: z.number(),
  /** Determined by the content, because file names can be wrong. */
  kind: z.enum(importKinds),
  /** When the file’s first message was created, in epoch milliseconds. */
  firstCreated: z.number(),
  /**
   * Documented fields that are missing in the file. If the archive already has values for them, an import leaves these
   * unchanged.
   */
  absent: z.array(z.string()),
  /** Undocumented columns, which are kept unchanged with the messages. */
  extra: z.array(z.string()),
  /** Facts about an archive’s backup, with dates in epoch milliseconds; null for an export. */
  backup: z
    .strictObject({
      messages: count,
      lastCreated: z.number(),
      /** `account` is null if the file does not name the account that was backed up, `madeAt` if it does not say when. */
      account: z.string().nullable(),
      madeAt: z.number().nullable(),
    })
    .nullable(),
  /** How many days the account keeps messages; null for unlimited. */
  keepDays: z.number().int().nullable(),
  /**
   * In epoch milliseconds. Messages from before this time are left out, because the next sync would prune them. Null if
   * none are left out.
   */
  keptSince: z.number().nullable(),
})
export type InspectedFile = z.infer<typeof inspectedFile>

export const importReport = z.strictObject({
  jobId,
  name: z.string(),
  kind: z.enum(importKinds),
  /** Epoch milliseconds. */
  endedAt: z.number(),
  /**
   * `part`: the file could not be read to its end, or the user cancelled. Records read before that are in the archive.
   */
  state: z.enum(['whole', 'part']),
  /** A sentence that explains why the import ended early; empty if it completed. */
  reason: z.string(),
  added: count,
  changed: count,
  unchanged: count,
  /** Left out because the person has been erased. */
  erased: count,
  /** Left out because the account does not keep messages that long. */
  tooOld: count,
  /** Records that could not be read. */
  setAside: count,
  /** The first hundred unreadable records, with their positions in the file. */
  examples: z.array(z.strictObject({ place: z.string(), reason: z.string() })),
})
export type ImportReport = z.infer<typeof importReport>

export const imports = {
  /** Inspects a file. Fails with a sentence if it is neither an export nor an archive backup. */
  'imports.inspect': command(z.strictObject({ accountId, token }), inspectedFile),
  /** Imports into the same account run one after the other. */
  'imports.start': command(z.strictObject({ accountId, token }), z.strictObject({ jobId: z.string() })),
  /**
   * The number of imported files, and of messages added by them. Messages from files cannot prove that a period is
   * complete.
   */
  'imports.status': command(z.strictObject({ accountId }), z.strictObject({ added: count, files: count })),
  /** An account’s last ten reports are kept. */
  'imports.report': command(z.strictObject({ accountId, jobId }), importReport),
  'imports.saveReport': command(z.strictObject({ accountId, jobId }), z.strictObject({ token: z.string() })),
}
