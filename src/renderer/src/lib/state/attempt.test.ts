import { expect, test } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import { Attempt } from './attempt.svelte.ts'

test('one work runs at a time', async () => {
  const attempt = new Attempt()
  const first = Promise.withResolvers<void>()
  const running = attempt.run(() => first.promise)
  expect(attempt.busy).toBe(true)
  expect(await attempt.run(() => Promise.reject(new Error('It began.')))).toBe(false)
  first.resolve()
  expect(await running).toBe(true)
  expect(attempt).toMatchObject({ busy: false, failure: null })
})

test('a failure stays until the next attempt', async () => {
  const attempt = new Attempt()
  expect(await attempt.run(() => Promise.reject(new AppError('refused', 'Not this one.')))).toBe(false)
  expect(attempt).toMatchObject({ busy: false, failure: { code: 'refused', message: 'Not this one.' } })
  const next = attempt.run(() => Promise.resolve())
  expect(attempt.failure).toBeNull()
  expect(await next).toBe(true)
})
