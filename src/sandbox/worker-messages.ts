import type { SandboxOptions } from './base/options.ts'
import type { Sandbox } from './create-sandbox.ts'
import type { Control } from './control/control.ts'
import type { ControlChange } from './control/types.ts'

/** The names of the control methods that other threads can call. */
export const controlMethods = [
  'state',
  'requests',
  'requestList',
  'request',
  'requestOf',
  'replay',
  'takeChanges',
  'clearRequests',
  'faults',
  'setFaults',
  'clock',
  'advance',
  'setRunning',
  'reset',
  'keys',
  'changeKey',
  'certificate',
  'setNames',
  'outbox',
  'searchOutbox',
  'source',
  'message',
  'attachment',
] as const satisfies readonly (keyof Control)[]
export type ControlMethod = (typeof controlMethods)[number]

/** The control as seen from another thread. */
export type RemoteControl = {
  [Name in ControlMethod]: (...given: Parameters<Control[Name]>) => Promise<Awaited<ReturnType<Control[Name]>>>
}

/** A program’s access to the sandbox and its controls. */
export type SandboxAccess = Pick<
  Sandbox,
  'url' | 'smtpMovedFrom' | 'dns' | 'credentials' | 'adminUrl' | 'adminToken'
> & {
  smtp: string | null
}

/** The options that can be passed to another thread. */
export type WorkerOptions = Omit<SandboxOptions, 'onError' | 'keepsChanges'>

export type ToWorker = { type: 'call'; id: number; method: ControlMethod; given: unknown[] } | { type: 'close' }

export type FromWorker =
  | { type: 'ready'; access: SandboxAccess }
  | { type: 'failed'; message: string; code?: string }
  | { type: 'activity' }
  | { type: 'changed'; change: ControlChange }
  | { type: 'error'; message: string }
  | { type: 'result'; id: number; value: unknown }
  | { type: 'refused'; id: number; message: string }
