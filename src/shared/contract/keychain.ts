import { z } from 'zod'
import { command } from './base/define.ts'

export const keychainStates = ['available', 'locked', 'absent', 'no-service', 'timed-out'] as const
export type KeychainState = (typeof keychainStates)[number]

export const keychain = {
  /** `sentence` explains the state and how to resolve it. */
  'keychain.state': command(z.void(), z.strictObject({ state: z.enum(keychainStates), sentence: z.string() })),
}
