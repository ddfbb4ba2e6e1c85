import type { ClockState } from '../base/clock.ts'
import type { ScenarioName } from '../base/scenario.ts'
import type { ApiKey, MessageState } from '../store/index.ts'

export type OutboxEntry = {
  id: string
  /** Epoch milliseconds of the sandbox. */
  createdDate: number
  from: string
  email: string
  subject: string
  size: number
  lastState: MessageState
}

export type OutboxMessage = OutboxEntry & {
  text: string
  html: string
  headers: { name: string; value: string }[]
  attachments: { index: number; filename: string; contentType: string; size: number; contentId: string | null }[]
}

export type SandboxState = {
  scenario: ScenarioName
  /** Number of resets since the start. After each of them, everything read before is out of date. */
  resets: number
  strict: boolean
  messages: number
  clock: ClockState
}

export type KeyChange = Partial<Pick<ApiKey, 'enabled' | 'iPFilterEnabled' | 'allowedIPs' | 'description'>>

/** What was changed with the controls, whether by a program or a person. */
export type ControlChange = 'requests' | 'faults' | 'clock' | 'keys' | 'reset'
