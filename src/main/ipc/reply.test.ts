import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import { replyOf } from './reply.ts'

describe('replyOf', () => {
  it('carries an output', async () => {
    expect(await replyOf(async () => 7, fail)).toEqual({ ok: true, output: 7 })
  })

  it('carries an error whole', async () => {
    const error = new AppError('offline', 'No network.', { retryable: true, details: { host: 'x' } })
    const reply = await replyOf(() => Promise.reject(error), fail)
    expect(reply).toEqual({
      ok: false,
      error: { code: 'offline', message: 'No network.', retryable: true, details: { host: 'x' } },
    })
  })

  it('names an unforeseen failure, also one thrown at once, and reports it for the log', async () => {
    const reported: string[] = []
    const throwAtOnce = () => {
      throw new TypeError('x is not a function')
    }
    const reply = await replyOf(throwAtOnce, (error) => reported.push(String(error.details['reason'])))
    expect(reply).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(reported).toEqual(['x is not a function'])
  })
})

function fail(): void {
  throw new Error('not an unforeseen failure')
}
