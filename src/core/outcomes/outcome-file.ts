import { join } from 'node:path'
import { z } from 'zod'
import { outcomeStates } from '#shared/contract/outcomes.ts'
import type { OutcomeCheck } from '../api/index.ts'
import { JsonFile } from '../base/json-file.ts'

/** Only what is needed to look for the outcome later, and nothing of the content that was sent. */
export type StoredOutcome = {
  readonly id: string
  readonly accountId: string
  /** The service it was sent to. An account that has since been moved to another one cannot check it. */
  readonly service: string
  readonly operation: string
  readonly startedAt: number
  readonly check: OutcomeCheck
  readonly state: (typeof outcomeStates)[number]
  /** Why the answer was lost, or the result of the check. */
  readonly text: string
  readonly checkedAt: number | null
  readonly messages: readonly string[]
  readonly dismissed: boolean
}

const text = z.string()
/** One for each kind: a kind that cannot be read back would make the whole file unreadable. */
const checks: { readonly [Kind in OutcomeCheck['kind']]: z.ZodType<Extract<OutcomeCheck, { kind: Kind }>> } = {
  send: z.object({
    kind: z.literal('send'),
    sendId: text.nullable(),
    sentAt: z.number(),
    from: text,
    recipients: z.number(),
  }),
  'api-key': z.object({ kind: z.literal('api-key'), description: text, startedAt: z.number() }),
  domain: z.object({ kind: z.literal('domain'), sending: text }),
  'domain-test': z.object({ kind: z.literal('domain-test'), sending: text }),
  template: z.object({ kind: z.literal('template'), id: text, description: text, subject: text, htmlHash: text }),
  'new-template': z.object({ kind: z.literal('new-template'), description: text }),
  delta: z.object({ kind: z.literal('delta'), fileType: z.enum(['json', 'csv', 'xls', 'xlsx']) }),
  blacklist: z.object({ kind: z.literal('blacklist'), type: text, email: text, listed: z.boolean() }),
}
const check: z.ZodType<OutcomeCheck> = z.union(Object.values(checks))

const stored = z.object({
  id: text,
  accountId: text,
  service: text,
  operation: text,
  startedAt: z.number(),
  check,
  state: z.enum(outcomeStates),
  text,
  checkedAt: z.number().nullable(),
  messages: z.array(text),
  dismissed: z.boolean().default(false),
}) satisfies z.ZodType<StoredOutcome>

/** An older version kept only that an outcome was dismissed, and nothing of what became of it. */
function hasOutcome(entry: { readonly state?: unknown } | null): boolean {
  return entry?.state !== 'dismissed'
}

type OutcomeFileOptions = {
  readonly folder: string
  readonly onBroken: (keptAs: string, reason: string) => void
  readonly now: () => number
}

export function openOutcomeFile({ folder, onBroken, now }: OutcomeFileOptions): Promise<JsonFile<StoredOutcome[]>> {
  return JsonFile.open<StoredOutcome[]>({
    path: join(folder, 'outcomes.json'),
    initial: [],
    read: (parsed) => z.array(stored).parse(Array.isArray(parsed) ? parsed.filter(hasOutcome) : parsed),
    onBroken,
    now,
  })
}
