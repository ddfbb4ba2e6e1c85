import { describe, expect, it } from 'vitest'
import type { AlertEvent } from '#shared/contract/alerts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { sharedShelf } from '#core/alerts/alert-shelf.ts'
import { openArchive } from '#test/core/archive/support/open-archive.ts'
import { day, hardRule } from './support.ts'

const judged = { from: day(0), to: day(1), value: { part: 3, whole: 10 }, before: null }
const event: AlertEvent = {
  id: crypto.randomUUID(),
  rule: hardRule,
  firedAt: day(1) * 1000,
  fired: judged,
  endedAt: null,
  endedBy: null,
  ended: null,
  messages: 'status:bounced',
}
const full = new AppError('disk-full', 'The disk is full.')

/** Fires an alert on a shared shelf. `kept` lists the alerts that were stored on this computer. */
async function fire({ isFull = false, failing = '' }: { isFull?: boolean; failing?: string }) {
  const archive = await openArchive()
  const kept: AlertEvent[] = []
  const shelf = sharedShelf(
    {
      setting: (name) => archive.setting(name),
      changeSetting: (name, values) =>
        name === failing ? Promise.reject(new Error(failing)) : archive.changeSetting(name, values),
    },
    {
      author: 'ada',
      keep: async (fired) => {
        if (isFull) throw full
        kept.push(...fired)
      },
      forget: async (fired) => void kept.splice(0, fired.length),
    },
  )
  await shelf.change((before) => ({ next: { ...before, rules: [hardRule] }, fired: [] }))
  const fired = shelf.change((before) => ({ next: { ...before, events: [event] }, fired: [event] }))
  const thrown = await fired.then(() => null).catch((error: unknown) => error)
  return { thrown, kept, events: (await shelf.read()).events }
}

describe('An alert of the team that fires', () => {
  it('is kept on this computer and in the archive', async () => {
    expect(await fire({})).toEqual({ thrown: null, kept: [event], events: [event] })
  })

  it('fires again later if this computer cannot keep it', async () => {
    expect(await fire({ isFull: true })).toEqual({ thrown: full, kept: [], events: [] })
  })

  it('is not notified twice if the archive cannot keep it', async () => {
    expect(await fire({ failing: 'teamAlertEvents' })).toMatchObject({
      thrown: expect.any(Error),
      kept: [],
      events: [],
    })
  })
})
