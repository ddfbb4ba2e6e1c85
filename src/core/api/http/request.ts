import type { Readable } from 'node:stream'
import type { OperationName } from '#shared/domain/accounts/abilities/operations.ts'
import type { OutcomeCheck } from '../options/outcome.ts'

export type RequestBody = string | { open: () => Readable; length: number | null }

export type Request = {
  /** A resource and an operation, such as `statistics.messages`. */
  operation: OperationName
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below the version segment, percent-encoded. */
  path: string
  body?: RequestBody
  /** Set for every call that changes something, which is never repeated automatically. */
  effect?: OutcomeCheck
  /** The id by which the journal and the caller identify the effect. */
  effectId?: string
  /** The deadline of each attempt in milliseconds. Defaults to the usual one. */
  deadline?: number
  /**
   * Set if the response may be empty, in which case it is read as `undefined`. For every other call, an empty body is
   * unexpected.
   */
  mayAnswerNothing?: true
}
