import type { SandboxOptions } from './base/options.ts'
import type { Sandbox } from './create-sandbox.ts'
import type { Control } from './control/control.ts'
import type { ControlChange } from './control/types.ts'
import type { ReplyControls } from './replies/reply-controls.ts'
import type { Snapshots } from './snapshots/snapshots.ts'
import type { WebhookControls } from './webhooks/webhook-controls.ts'

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
export const snapshotMethods = [
  'list',
  'pathOf',
  'add',
  'save',
  'restore',
  'compare',
  'remove',
] as const satisfies readonly (keyof Snapshots)[]

export const webhookMethods = [
  'list',
  'change',
  'calls',
  'replay',
] as const satisfies readonly (keyof WebhookControls)[]

export const replyMethods = ['shown', 'setRules', 'setReceiver'] as const satisfies readonly (keyof ReplyControls)[]

/** A method that other threads can call, with the object it belongs to. */
export type RemoteMethod =
  | { of: 'control'; method: (typeof controlMethods)[number] }
  | { of: 'snapshots'; method: (typeof snapshotMethods)[number] }
  | { of: 'webhooks'; method: (typeof webhookMethods)[number] }
  | { of: 'replies'; method: (typeof replyMethods)[number] }

type Method = (...given: never[]) => unknown
type Remote<Methods> = {
  [Name in keyof Methods]: Methods[Name] extends Method
    ? (...given: Parameters<Methods[Name]>) => Promise<Awaited<ReturnType<Methods[Name]>>>
    : never
}

/** The control as seen from another thread. */
export type RemoteControl = Remote<Pick<Control, (typeof controlMethods)[number]>> & {
  snapshots: Remote<Pick<Snapshots, (typeof snapshotMethods)[number]>>
  webhooks: Remote<Pick<WebhookControls, (typeof webhookMethods)[number]>>
  replies: Remote<Pick<ReplyControls, (typeof replyMethods)[number]>>
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

export type ToWorker = (RemoteMethod & { type: 'call'; id: number; given: unknown[] }) | { type: 'close' }

export type FromWorker =
  | { type: 'ready'; access: SandboxAccess }
  | { type: 'failed'; message: string; code?: string }
  | { type: 'activity' }
  | { type: 'changed'; change: ControlChange }
  | { type: 'error'; message: string }
  | { type: 'result'; id: number; value: unknown }
  | { type: 'refused'; id: number; message: string }
