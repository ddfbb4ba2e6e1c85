import { describe, expect, it } from 'vitest'
import type { AppEvent } from '#shared/contract/events.ts'
import type { ExportEntry } from '#shared/contract/exports.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { CommandName } from '#shared/contract/table.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import type { ToastRequest } from '../../../lib/ui/toasts/toast-queue.ts'
import { AccountExports } from './account-exports.svelte.ts'

const entry = { id: 'one', jobId: 'job', name: 'Shop.csv' } as ExportEntry

function openExports(jobs: readonly Partial<Job>[] = [], read = () => Promise.resolve([entry])) {
  const asked: CommandName[] = []
  const toasts: ToastRequest[] = []
  const isSaved = [false, true]
  const dismissed: string[] = []
  const listeners: ((event: AppEvent) => void)[] = []
  const host = {
    invoke: (name: CommandName) => {
      asked.push(name)
      return name === 'exports.list' ? read() : Promise.resolve()
    },
    save: () => Promise.resolve(isSaved.shift()),
    subscribe: (listener: (event: AppEvent) => void) => {
      listeners.push(listener)
      return () => listeners.splice(0)
    },
    onLink: () => () => undefined,
  }
  const app = {
    host,
    jobs,
    attempt: (work: () => Promise<unknown>) => work().then(() => true),
    toasts: {
      info: (message: string, request: object) => toasts.push({ message, ...request }),
      dismissAbout: (id: string) => dismissed.push(id),
    },
  } as unknown as AppState
  return { exports: new AccountExports(app, 'shop'), asked, toasts, dismissed, listeners }
}

describe('The exports of an account', () => {
  it('are read again when they change, and not when those of another account do', async () => {
    const { exports, asked, listeners } = openExports()
    const stop = exports.follow()
    await expect.poll(() => exports.loader.value).toEqual([entry])
    for (const accountId of ['market', 'shop']) listeners[0]!({ name: 'exports.changed', payload: { accountId } })
    expect(asked).toEqual(['exports.list', 'exports.list'])
    stop()
    expect(listeners).toEqual([])
  })

  it('show the progress of their job until it ends', () => {
    const running = { id: 'job', endedAt: null }
    expect(openExports([{ id: 'other', endedAt: null }, running]).exports.jobOf(entry)).toBe(running)
    expect(openExports([{ id: 'job', endedAt: 1 }]).exports.jobOf(entry)).toBeUndefined()
  })

  it('are without one that was removed, while they are still being read', async () => {
    const lists = [Promise.resolve([entry]), new Promise<ExportEntry[]>(() => undefined)]
    const { exports } = openExports([], () => lists.shift()!)
    await exports.loader.load()
    expect(exports.loader.value).toEqual([entry])
    await exports.remove(entry)
    expect(exports.loader.value).toEqual([])
  })

  it('take the toast of a finished one away once its file was saved or opened', async () => {
    const { exports, dismissed } = openExports()
    await exports.save(entry, 'token')
    expect(dismissed).toEqual([])
    await exports.save(entry, 'token')
    await exports.open(entry)
    expect(dismissed).toEqual(['job', 'job'])
  })

  it('bring back an entry that was removed by mistake', async () => {
    const { exports, asked, toasts } = openExports()
    await exports.remove(entry)
    expect(toasts[0]).toMatchObject({ message: '“Shop.csv” was removed from the list.', action: { label: 'Undo' } })
    toasts[0]!.action!.run()
    expect(asked).toEqual(['exports.remove', 'exports.list', 'exports.restore'])
  })
})
