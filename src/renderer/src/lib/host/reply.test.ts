import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import { replyOf } from './reply.ts'

const gone = {
  code: 'host-gone',
  message: 'Mailroom isn’t responding. If it was closed, start it again.',
  retryable: true,
}

describe('replyOf', () => {
  it.each([
    ['was cut', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['ended within its response', () => Promise.resolve(new Response('{"ok":tr'))],
  ])('says that Mailroom isn’t responding where a call %s', async (_what, request) => {
    await expect(replyOf(request())).rejects.toMatchObject(gone)
  })

  it('keeps the reason of a call that was never sent', async () => {
    const refused = new AppError('foreign-host', 'Another Mailroom has this address.')
    await expect(replyOf(Promise.reject(refused))).rejects.toBe(refused)
  })

  it('rejects with the error that the host returned', async () => {
    const error = { code: 'disk', message: 'The disk is full.', retryable: true, details: {} }
    await expect(replyOf(Promise.resolve(Response.json({ ok: false, error })))).rejects.toMatchObject(error)
  })
})
