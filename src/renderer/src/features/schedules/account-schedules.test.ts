import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import type { ExportSchedule } from '#shared/contract/schedules.ts'
import type { CommandName } from '#shared/contract/table.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import type { ToastRequest } from '../../lib/ui/toasts/toast-queue.ts'
import { AccountSchedules } from './account-schedules.svelte.ts'

const schedule = { id: 'one', kind: 'export', paused: true } as ExportSchedule

const of = {
  accountId: 'shop',
  kind: 'export',
  started: 'The export has started.',
  removed: { tone: 'info', text: 'The schedule was removed. Its files stay.' },
} as const

function openSchedules({ read = () => Promise.resolve([schedule]) }: { read?: () => Promise<ExportSchedule[]> } = {}) {
  const asked: (CommandName | [CommandName, unknown])[] = []
  const toasts: ToastRequest[] = []
  const listeners: ((event: AppEvent) => void)[] = []
  const host = {
    invoke: (name: CommandName, input: unknown) => {
      asked.push(name === 'schedules.list' ? name : [name, input])
      return name === 'schedules.list' ? read() : Promise.resolve()
    },
    subscribe: (listener: (event: AppEvent) => void) => {
      listeners.push(listener)
      return () => listeners.splice(0)
    },
    onLink: () => () => undefined,
  }
  const app = {
    accounts: [],
    host,
    attempt: (work: () => Promise<unknown>) => work().then(() => true),
    toasts: { info: (message: string, request: object) => toasts.push({ message, ...request }) },
  } as unknown as AppState
  return { schedules: new AccountSchedules(app, of), asked, toasts, listeners }
}

describe('The schedules of an account', () => {
  it('are read again when they change, and not when those of another account do', async () => {
    const { schedules, asked, listeners } = openSchedules()
    const stop = schedules.follow()
    await expect.poll(() => schedules.loader.value).toEqual([schedule])
    for (const accountId of ['market', 'shop']) listeners[0]!({ name: 'schedules.changed', payload: { accountId } })
    expect(asked).toEqual(['schedules.list', 'schedules.list'])
    stop()
    expect(listeners).toEqual([])
  })

  it('go on when one that is paused is changed', async () => {
    const { schedules, asked } = openSchedules()
    expect(await schedules.pause(schedule)).toBe(true)
    expect(asked).toEqual([['schedules.pause', { id: 'one', paused: false }], 'schedules.list'])
  })

  it('are without one that was removed, while they are still being read', async () => {
    const lists = [Promise.resolve([schedule]), new Promise<ExportSchedule[]>(() => undefined)]
    const { schedules } = openSchedules({ read: () => lists.shift()! })
    await schedules.loader.load()
    expect(schedules.loader.value).toEqual([schedule])
    await schedules.remove(schedule)
    expect(schedules.loader.value).toEqual([])
  })

  it('stay, with the reason, when they could not be read again', async () => {
    const answers = [Promise.resolve([schedule]), Promise.reject(new AppError('offline', 'gone')), Promise.resolve([])]
    const { schedules } = openSchedules({ read: () => answers.shift()! })
    await schedules.loader.load()
    await schedules.loader.load()
    expect(schedules.loader).toMatchObject({ value: [schedule], error: new AppError('offline', 'gone') })
    await schedules.loader.load()
    expect(schedules.loader).toMatchObject({ value: [], error: undefined })
  })

  it('come back when one was removed by mistake', async () => {
    const { schedules, asked, toasts } = openSchedules()
    expect(await schedules.remove(schedule)).toBe(true)
    expect(toasts[0]).toMatchObject({ message: expect.stringContaining('Its files stay'), action: { label: 'Undo' } })
    toasts[0]!.action!.run()
    await expect
      .poll(() => asked)
      .toEqual([
        ['schedules.remove', { id: 'one' }],
        'schedules.list',
        ['schedules.restore', { id: 'one' }],
        'schedules.list',
      ])
  })
})
