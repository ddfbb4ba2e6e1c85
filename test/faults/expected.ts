import type { Fault } from '#shared/contract/base/faults.ts'
import type { Operation } from './operations.ts'

export type Case = {
  title: string
  fault: Omit<Fault, 'path'>
  /** The expected error codes; `ok` if the fault does no harm. */
  outcome: (operation: Operation) => readonly string[]
  /** Milliseconds after which the reader of an export gives up, if its end would take minutes. */
  patience?: number
  /** Only a deadline ends the call. */
  isEndless?: boolean
  /** The fault proves that the effect did not happen; after any other failure of an effect the outcome is unknown. */
  isClearNo?: boolean
}

const always =
  (...codes: string[]) =>
  () =>
    codes
const status = (code: number, error: string, isClearNo = true): Case => ({
  title: `status ${code}`,
  fault: { kind: 'status', status: code },
  outcome: always(error),
  isClearNo,
})

export const cases: readonly Case[] = [
  status(400, 'invalid-request'),
  status(401, 'wrong-credentials'),
  status(403, 'forbidden'),
  status(404, 'not-found'),
  status(405, 'not-allowed'),
  status(409, 'conflict'),
  status(413, 'too-large'),
  status(415, 'unsupported-type'),
  { ...status(429, 'rate-limited'), fault: { kind: 'status', status: 429, retryAfter: 0 } },
  status(500, 'service-error', false),
  status(502, 'service-error', false),
  status(503, 'service-error'),
  status(504, 'service-error', false),
  { title: 'delay', fault: { kind: 'delay', delayMs: 30 }, outcome: always('ok') },
  { title: 'hang', fault: { kind: 'hang' }, outcome: always('timeout'), isEndless: true },
  { title: 'cut at once', fault: { kind: 'cut', afterBytes: 0 }, outcome: always('connection-cut') },
  { title: 'cut inside', fault: { kind: 'cut', afterBytes: 10 }, outcome: always('connection-cut') },
  {
    title: 'slow',
    fault: { kind: 'slow' },
    isEndless: true,
    patience: 1500,
    outcome: ({ kind }) => (kind === 'json' ? ['timeout', 'ok'] : ['aborted', 'ok']),
  },
  { title: 'wrong-length', fault: { kind: 'wrong-length' }, outcome: always('connection-cut') },
  { title: 'gzip-bomb', fault: { kind: 'gzip-bomb' }, outcome: always('answer-too-large') },
  {
    title: 'malformed',
    fault: { kind: 'malformed' },
    outcome: ({ kind }) => (kind === 'json' ? ['malformed-answer'] : ['incomplete-export']),
  },
  { title: 'html', fault: { kind: 'html' }, outcome: always('not-json') },
  { title: 'huge-header', fault: { kind: 'huge-header' }, outcome: always('header-too-large') },
  {
    title: 'duplicate-keys',
    fault: { kind: 'duplicate-keys' },
    outcome: ({ kind }) => (kind === 'bytes' ? ['incomplete-export'] : ['ok']),
  },
  {
    title: 'nan',
    fault: { kind: 'nan' },
    // Responses without a number stay valid; in an export, the broken record is skipped.
    outcome: ({ kind }) =>
      kind === 'json' ? ['malformed-answer', 'ok'] : kind === 'records' ? ['ok'] : ['incomplete-export'],
  },
  {
    title: 'huge-body',
    fault: { kind: 'huge-body' },
    outcome: ({ kind }) => (kind === 'json' ? ['answer-too-large'] : ['aborted']),
  },
  { title: 'redirect', fault: { kind: 'redirect' }, outcome: always('redirect-refused'), isClearNo: true },
]

/** The expected outcomes of an operation under a fault, in the notation of the matrix. */
export function expectedOutcomes(operation: Operation, { outcome, isClearNo }: Case): readonly string[] {
  const codes = outcome(operation).map((code) =>
    code === 'not-found' && operation.takesNotFound === true ? 'ok' : code,
  )
  if (!operation.isEffect || isClearNo === true) return codes
  return codes.map((code) => (code === 'ok' ? 'ok' : `unknown (${code})`))
}
