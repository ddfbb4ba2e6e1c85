import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import { dispatch } from './dispatch.ts'
import type { Handlers } from './base/handlers.ts'

/** How a call ends if its handler throws, and the levels of the logged lines. */
async function failing(thrown: (signal: AbortSignal) => unknown, signal = new AbortController().signal) {
  const lines: { level: string; stack: unknown }[] = []
  const list = (_input: unknown, context: { signal: AbortSignal }) => Promise.reject(thrown(context.signal) as Error)
  const app = {
    handlers: { 'jobs.list': list } as unknown as Handlers,
    logger: {
      log: (level: string, _text: string, details?: Readonly<Record<string, unknown>>) =>
        void lines.push({ level, stack: details?.stack }),
    },
  }
  const error: unknown = await dispatch(app, 'jobs.list', undefined, { signal }).catch((caught: unknown) => caught)
  return { error, lines }
}

describe('a call that fails', () => {
  it('is logged with its stack when the failure is one of Mailroom', async () => {
    const { error, lines } = await failing(() => new TypeError('oops'))
    expect(error).toMatchObject({ code: 'internal', details: { reason: 'oops' } })
    expect(lines).toEqual([{ level: 'error', stack: expect.stringContaining('oops') }])
  })

  it.each([
    ['the reason of a page that left', undefined, 'aborted'],
    ['a reason that is no error of the platform', new Error('left'), 'aborted'],
    ['a reason with a code of its own', new AppError('cancelled', 'Mailroom is closing.'), 'cancelled'],
  ])('is not logged for %s', async (_name, reason, code) => {
    const { error, lines } = await failing((signal) => signal.reason as unknown, AbortSignal.abort(reason))
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code })
    expect(lines).toEqual([])
  })

  it('is still logged when something else broke while the page left', async () => {
    const { error, lines } = await failing(() => new TypeError('oops'), AbortSignal.abort())
    expect(error).toMatchObject({ code: 'internal' })
    expect(lines).toHaveLength(1)
  })
})
