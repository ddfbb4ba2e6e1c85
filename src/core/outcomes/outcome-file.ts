import { z } from 'zod'
import { outcomeStates } from '#shared/contract/outcomes.ts'
import { outcomeCheck } from '../api/index.ts'
import { JsonFile } from '../base/json-file.ts'
import type { FileGround } from '../base/room.ts'

const text = z.string()

/** Contains only the data needed to look for the outcome later, and none of the content that was sent. */
const stored = z.object({
  id: text,
  accountId: text,
  /** The service that the effect was sent to. An account that has since moved to a different service cannot check it. */
  service: text,
  operation: text,
  startedAt: z.number(),
  check: outcomeCheck,
  state: z.enum(outcomeStates),
  /** Why the response was lost, or the check’s result. */
  text,
  checkedAt: z.number().nullable(),
  messages: z.array(text),
  dismissed: z.boolean(),
})
export type StoredOutcome = Readonly<z.infer<typeof stored>>

export function openOutcomeFile(ground: FileGround): Promise<JsonFile<StoredOutcome[]>> {
  return JsonFile.inDataFolder<StoredOutcome[]>(ground, {
    name: 'outcomes.json',
    initial: [],
    read: (parsed) => z.array(stored).parse(parsed),
  })
}
