import type { FaultKind } from '#shared/contract/base/faults.ts'
import type { ServiceNames } from '#shared/contract/base/sandbox/service-names.ts'
import type { ClockState } from '../base/clock.ts'
import type { ScenarioName } from '../base/scenario.ts'
import type { MessageLink } from '../mail/message-links.ts'
import type { ApiKey, MessageRecord } from '../store/index.ts'

/** `createdDate` is in epoch milliseconds of the sandbox clock. */
export type OutboxEntry = Pick<
  MessageRecord,
  'id' | 'createdDate' | 'from' | 'email' | 'subject' | 'size' | 'tags' | 'lastState' | 'reason'
>

export type OutboxMessage = OutboxEntry & {
  text: string
  html: string
  links: MessageLink[]
  /** The message’s one-time codes, as the reader would type them. */
  codes: string[]
  headers: { name: string; value: string }[]
  attachments: { index: number; filename: string; contentType: string; size: number; contentId: string | null }[]
}

export type SandboxState = ServiceNames & {
  scenario: ScenarioName
  /**
   * How many times the sandbox has been reset or restored from a snapshot since it started. All data read before the
   * last time is out of date.
   */
  resets: number
  strict: boolean
  messages: number
  faults: FaultKind[]
  clock: ClockState
}

export type KeyChange = Partial<Pick<ApiKey, 'enabled' | 'iPFilterEnabled' | 'allowedIPs' | 'description'>>

/** The kinds of changes that the controls announce. Faults also change when calls use them up. */
export type ControlChange = 'requests' | 'faults' | 'clock' | 'keys' | 'names' | 'replies' | 'snapshots' | 'reset'
