import { z } from 'zod'
import { scenarioNames } from '../scenario.ts'
import { sandboxFault } from './fault-schema.ts'
import { snapshotNamePattern } from './snapshot-name.ts'

export const snapshotName = z.string().regex(snapshotNamePattern)

/** A snapshot whose file can’t be read has only a `problem`, which is a sentence. */
export const listedSnapshot = z.union([
  z.strictObject({ name: z.string(), problem: z.string() }),
  z.strictObject({
    name: z.string(),
    messages: z.number().int(),
    /** The file’s size in bytes. */
    size: z.number().int(),
    scenario: z.enum(scenarioNames),
    clock: z.strictObject({ now: z.number(), running: z.boolean() }),
    faults: z.array(sandboxFault),
  }),
])
export type SandboxSnapshot = z.infer<typeof listedSnapshot>

/** A message that exists only in the snapshot or only in the sandbox, or that differs. */
const changedMessage = z.strictObject({
  id: z.string(),
  email: z.string(),
  subject: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type ChangedMessage = z.infer<typeof changedMessage>

const changedEntry = z.strictObject({
  kind: z.string(),
  name: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
})
export type ChangedEntry = z.infer<typeof changedEntry>

/** How the sandbox differs from a snapshot. If many messages or entries differ, only the first ones are listed. */
export const snapshotChanges = z.strictObject({
  /** Whether nothing differs. The clock doesn’t count, because it usually keeps running. */
  isSame: z.boolean(),
  messages: z.strictObject({
    added: z.number().int(),
    removed: z.number().int(),
    changed: z.number().int(),
    first: z.array(changedMessage),
  }),
  entries: z.strictObject({ count: z.number().int(), first: z.array(changedEntry) }),
  clock: z.strictObject({ before: z.number(), after: z.number() }),
  faults: z.strictObject({ before: z.array(sandboxFault), after: z.array(sandboxFault) }),
})
export type SnapshotChanges = z.infer<typeof snapshotChanges>
