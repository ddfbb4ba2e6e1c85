import { z } from 'zod'
import { capabilityState, lastCalls } from '#shared/contract/accounts.ts'

export type CapabilityState = z.infer<typeof capabilityState>

export const learned = z.object({
  /** The method of exports: some accounts accept only GET. */
  exportMethod: z.enum(['POST', 'GET']).optional(),
  blacklistForm: z.enum(['body', 'path']).optional(),
  firstPage: z.literal([0, 1]).optional(),
  capabilities: z.record(z.string(), capabilityState).optional(),
  /** Epoch milliseconds of the last probe. */
  probedAt: z.number().optional(),
  /** By the name of the operation, as of the last time it was written. */
  calls: lastCalls.optional(),
})
export type Learned = Readonly<z.infer<typeof learned>>
