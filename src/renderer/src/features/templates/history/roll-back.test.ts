import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import type { ReadTemplate, TemplateContent, TemplateVersion } from '#shared/contract/templates.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import type { ToastRequest } from '../../../lib/ui/toasts/toast-queue.ts'
import { RollBack } from './roll-back.svelte.ts'

type Asked = { name: string; input: Record<string, unknown> }

function openRollBack(replies: (() => Promise<unknown>)[]) {
  const asked: Asked[] = []
  const toasts: ToastRequest[] = []
  const invoke = (name: string, input: Record<string, unknown>) => {
    asked.push({ name, input })
    return replies.shift()!()
  }
  const app = {
    host: { invoke },
    attempt: (work: () => Promise<unknown>) => work().then(() => true),
    toasts: { ok: (message: string, request: object) => toasts.push({ message, ...request }) },
  } as unknown as AppState
  const read = { version: 'newest' } as ReadTemplate
  const rollBack = new RollBack(
    app,
    { accountId: 'shop', id: 't1' },
    { read, version: { id: 'old' } as TemplateVersion },
  )
  return { rollBack, asked, toasts }
}

const done = (version: string) => () => Promise.resolve({ name: 'order', version })
const refuse =
  (code: string, details = {}) =>
  () =>
    Promise.reject(new AppError(code, 'Refused.', { details }))

describe('A roll back', () => {
  it('can be undone: what the service had is put back', async () => {
    const { rollBack, asked, toasts } = openRollBack([done('rolled'), done('again')])
    expect(await rollBack.run()).toBe(true)
    expect(asked[0]).toMatchObject({
      name: 'templates.rollBack',
      input: { version: 'old', base: 'newest' },
    })
    expect(toasts[0]?.action?.label).toBe('Undo')
    toasts[0]!.action!.run()
    expect(asked[1]).toMatchObject({ name: 'templates.rollBack', input: { version: 'newest', base: 'rolled' } })
    expect(asked[1]!.input['effectId']).not.toBe(asked[0]!.input['effectId'])
  })

  it('stops where another program has changed the template, and replaces only the version that is shown then', async () => {
    const theirs = { subject: 'Theirs' } as TemplateContent
    const { rollBack, asked } = openRollBack([
      refuse('template-changed', { version: 'theirs' }),
      () => Promise.resolve(theirs),
      done('rolled'),
    ])
    expect(await rollBack.run()).toBe(false)
    expect(rollBack.theirs).toBe(theirs)
    expect(rollBack.failure).toBeUndefined()
    expect(await rollBack.run()).toBe(true)
    expect(asked[2]!.input).toMatchObject({ base: 'theirs' })
  })

  it('has a new name for its outcome in every attempt, because the name of a lost one is taken', async () => {
    const { rollBack, asked } = openRollBack([refuse('outcome-unknown'), refuse('refused'), done('rolled')])
    await rollBack.run()
    expect(rollBack.isUnknown).toBe(true)
    expect(rollBack.outcomeId).toBe(asked[0]!.input['effectId'])
    await rollBack.run()
    expect(rollBack.outcomeId).toBe(asked[1]!.input['effectId'])
    await rollBack.run()
    expect(new Set(asked.map(({ input }) => input['effectId'])).size).toBe(3)
  })
})
