import { z } from 'zod'
import { scenarioNames } from '../domain/sandbox/scenario.ts'
import { account } from './accounts.ts'
import { command } from './base/define.ts'
import { faultKinds, faultLimits, longestFaultText, type FaultKind, type FaultNumber } from './fault-kinds.ts'
import { fileRef } from './files.ts'

const scenario = z.enum(scenarioNames)

export const sandboxClock = z.strictObject({ now: z.number(), running: z.boolean(), offset: z.number() })
export type SandboxClockState = z.infer<typeof sandboxClock>

/** Its credentials are shown on purpose: they open nothing but this machine's own playground. */
export const sandboxState = z.strictObject({
  url: z.string(),
  smtp: z.string().nullable(),
  user: z.string(),
  key: z.string(),
  /** Its controls, for programs: clock, faults, scenario, log and outbox. */
  adminUrl: z.string(),
  adminToken: z.string(),
  scenario,
  /** Counts how often everything was replaced since the start. */
  resets: z.number().int(),
  strict: z.boolean(),
  messages: z.number().int(),
  clock: sandboxClock,
})
export type SandboxState = z.infer<typeof sandboxState>

const requestSummary = z.strictObject({
  id: z.number().int(),
  date: z.number(),
  channel: z.enum(['http', 'smtp']),
  method: z.string(),
  path: z.string(),
  /** Its User-Agent; empty where it did not say. */
  program: z.string(),
  status: z.number().int(),
  milliseconds: z.number(),
  requestBytes: z.number().int(),
  fault: z.string().nullable(),
})
export type SandboxRequest = z.infer<typeof requestSummary>

/** Bodies are cut and secrets masked by the sandbox itself. */
const requestDetail = z.strictObject({
  ...requestSummary.shape,
  requestHeaders: z.record(z.string(), z.string()),
  requestBody: z.string(),
  responseBody: z.string(),
})
export type SandboxRequestDetail = z.infer<typeof requestDetail>

const kinds = faultKinds.map(({ kind }) => kind) as [FaultKind, ...FaultKind[]]
const faultText = z.string().max(longestFaultText)

function faultNumber(name: FaultNumber): z.ZodOptional<z.ZodNumber> {
  const { min, max, isWhole } = faultLimits[name]
  const number = z.number().min(min).max(max)
  return (isWhole ? number.int() : number).optional()
}

const sandboxFault = z.strictObject({
  kind: z.enum(kinds),
  /** Path below the version segment, `*` for any run of characters: `/statistics/*`, `/messages/send`, `*`. */
  path: faultText,
  /** Any method when absent. */
  method: z.string().max(20).optional(),
  /** 0 to 1; always when absent. */
  probability: faultNumber('probability'),
  /** How many calls it affects before it ends; no end when absent. */
  times: faultNumber('times'),
  status: faultNumber('status'),
  /** Seconds, sent as `Retry-After`. */
  retryAfter: faultNumber('retryAfter'),
  delayMs: faultNumber('delayMs'),
  afterBytes: faultNumber('afterBytes'),
  location: faultText.optional(),
})
export type Fault = z.infer<typeof sandboxFault>

const outboxEntry = z.strictObject({
  id: z.string(),
  createdDate: z.number(),
  from: z.string(),
  email: z.string(),
  subject: z.string(),
  size: z.number().int(),
  lastState: z.string(),
})
export type OutboxEntry = z.infer<typeof outboxEntry>

const outboxMessage = z.strictObject({
  ...outboxEntry.shape,
  text: z.string(),
  html: z.string(),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  attachments: z.array(
    z.strictObject({
      index: z.number().int(),
      filename: z.string(),
      contentType: z.string(),
      size: z.number().int(),
      contentId: z.string().nullable(),
    }),
  ),
})
export type OutboxMessage = z.infer<typeof outboxMessage>

const id = z.strictObject({ id: z.string() })

export const sandbox = {
  /** Starts the sandbox where it does not run yet, adds its account where there is none, and selects it. */
  'sandbox.explore': command(z.strictObject({ scenario }), account),
  /** Null while it does not run. */
  'sandbox.state': command(z.void(), sandboxState.nullable()),
  'sandbox.stop': command(z.void(), z.void()),
  /** Replaces everything it holds by the scenario; a job, because a million messages take a while. */
  'sandbox.reset': command(z.strictObject({ scenario }), z.strictObject({ jobId: z.string() })),
  /** Moves the clock on, or stops and runs it. */
  'sandbox.moveClock': command(
    z.strictObject({ advance: z.enum(['hour', 'day', 'week']).optional(), running: z.boolean().optional() }),
    sandboxClock,
  ),
  'sandbox.faults': command(z.void(), z.array(sandboxFault)),
  'sandbox.setFaults': command(z.strictObject({ faults: z.array(sandboxFault).max(100) }), z.array(sandboxFault)),
  /** Newest first: the last of somebody's programs and, where `own` is true, the last of Mailroom itself. */
  'sandbox.requests': command(z.strictObject({ own: z.boolean() }), z.array(requestSummary)),
  'sandbox.request': command(z.strictObject({ id: z.number().int() }), requestDetail),
  'sandbox.clearRequests': command(z.void(), z.void()),
  /** Newest first; `before` is the last id of the page before. */
  'sandbox.outbox': command(
    z.strictObject({ limit: z.number().int().min(1).max(500), before: z.string().optional() }),
    z.array(outboxEntry),
  ),
  'sandbox.message': command(id, outboxMessage),
  /** The message byte for byte; long ones are cut for reading, the file is whole. */
  'sandbox.source': command(id, z.strictObject({ text: z.string(), cut: z.boolean(), file: fileRef })),
  'sandbox.attachment': command(z.strictObject({ id: z.string(), index: z.number().int().min(0) }), fileRef),
}
