import { z } from 'zod'
import { abilityState, lastCalls } from '#shared/contract/accounts.ts'

export type AbilityState = z.infer<typeof abilityState>

const learnedShape = z.object({
  /** The HTTP method for exports, because some accounts accept only GET. */
  exportMethod: z.enum(['POST', 'GET']).optional(),
  blacklistForm: z.enum(['body', 'path']).optional(),
  /** The name of the type `unsubscribers` in paths to one address. */
  unsubscribersName: z.enum(['unsubscribers', 'unsubscribes']).optional(),
  firstPage: z.literal([0, 1]).optional(),
  abilities: z.record(z.string(), abilityState).optional(),
  /** When the last probe took place, in epoch milliseconds. */
  probedAt: z.number().optional(),
  /** The latest calls by operation name, as of the last time the file was written. */
  calls: lastCalls.optional(),
})
export type Learned = Readonly<z.infer<typeof learnedShape>>

/** In older files, `abilities` is called `capabilities`. */
export const learned = z.preprocess(withAbilities, learnedShape)

function withAbilities(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || !('capabilities' in stored)) return stored
  const { capabilities: abilities, ...others } = stored
  return { abilities, ...others }
}
