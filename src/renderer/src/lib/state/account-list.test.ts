import { expect, test } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { AccountList } from './account-list.svelte.ts'
import type { Link } from '../host/host.ts'
import type { AppState } from './app-state.svelte.ts'

const users = { users: [], unreadable: 0 } as CommandOutput<'users.list'>

function openList(replies: (() => Promise<CommandOutput<'users.list'>>)[]) {
  const listeners = new Set<(event: AppEvent) => void>()
  const linkListeners = new Set<(link: Link) => void>()
  const inputs: unknown[] = []
  const host = {
    invoke: (_name: string, input: unknown) => {
      inputs.push(input)
      return replies[inputs.length - 1]!()
    },
    subscribe: (listener: (event: AppEvent) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onLink: (listener: (link: Link) => void) => {
      linkListeners.add(listener)
      return () => linkListeners.delete(listener)
    },
  }
  const list = new AccountList({ host } as unknown as AppState, 'shop', {
    command: 'users.list',
    events: ['archive.changed'],
  })
  const emit = (event: Partial<AppEvent>) => listeners.forEach((listener) => listener(event as AppEvent))
  const become = (link: Link) => linkListeners.forEach((listener) => listener(link))
  return { list, inputs, emit, become }
}

test('A list is read once when it is followed, and again after its own events until it is left', () => {
  const { list, inputs, emit } = openList(Array.from({ length: 3 }, () => () => Promise.resolve(users)))
  const stop = list.follow()
  expect(inputs).toEqual([{ accountId: 'shop' }])
  emit({ name: 'archive.changed', payload: { accountId: 'market' } })
  emit({ name: 'keys.changed', payload: { accountId: 'shop' } })
  expect(inputs).toHaveLength(1)
  emit({ name: 'archive.changed', payload: { accountId: 'shop' } })
  expect(inputs).toHaveLength(2)
  stop()
  emit({ name: 'archive.changed', payload: { accountId: 'shop' } })
  expect(inputs).toHaveLength(2)
})

test('A list is read again whenever Mailroom is back, because its events were missed', () => {
  const { list, inputs, become } = openList(Array.from({ length: 3 }, () => () => Promise.resolve(users)))
  const stop = list.follow()
  // The first connection of the page.
  become('up')
  expect(inputs).toHaveLength(1)
  become('down')
  become('down')
  become('up')
  expect(inputs).toHaveLength(2)
  become('foreign')
  become('up')
  expect(inputs).toHaveLength(3)
  stop()
  become('down')
  become('up')
  expect(inputs).toHaveLength(3)
})

test('The last list stays beside the error of the next one', async () => {
  const failure = new AppError('service-failure', 'Down.')
  const { list } = openList([() => Promise.resolve(users), () => Promise.reject(failure)])
  await list.loader.load()
  await list.loader.load()
  expect(list.loader.value).toBe(users)
  expect(list.loader.error).toBe(failure)
})
