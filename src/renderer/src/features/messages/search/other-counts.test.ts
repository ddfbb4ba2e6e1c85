import { expect, it, onTestFinished, vi } from 'vitest'
import type { CommandInput, CommandName } from '#shared/contract/table.ts'
import type { Host } from '../../../lib/host/host.ts'
import { MessageSearch } from './message-search.svelte.ts'

/** A host whose counts can be cancelled like the core’s. */
function searchOver() {
  const ends = new Map<string, (answer: null) => void>()
  const calls: CommandName[] = []
  let finish = (_value: number) => {}
  const invoke = async (name: CommandName, input: unknown) => {
    calls.push(name)
    if (name === 'messages.cancel') return ends.get((input as CommandInput<'messages.cancel'>).asker)?.(null)
    if (name === 'messages.countSuperseding') {
      const { asker } = input as CommandInput<'messages.countSuperseding'>
      const { promise, resolve } = Promise.withResolvers<{ value: number } | null>()
      ends.set(asker, resolve)
      finish = (value) => resolve({ value })
      return promise
    }
    if (name === 'messages.histogram') return { bars: [] }
    return { rows: [], count: { value: 0, exact: true }, horizon: null }
  }
  const search = new MessageSearch({ invoke } as unknown as Host, 'account', () => 'UTC')
  return { search, calls, finish: (value: number) => finish(value) }
}

it('ends a count before the next search is asked', async () => {
  const { search, calls } = searchOver()
  await search.search('lefevre')
  const count = search.counts.of('to:*lefevre*')
  calls.length = 0
  const next = search.search('tag:order')
  expect(calls).toEqual(['messages.cancel', 'messages.search'])
  expect(await count).toBeNull()
  await next
  search.close()
})

it('ends a count when the view is left', async () => {
  const { search, calls } = searchOver()
  const count = search.counts.of('to:*lefevre*')
  search.close()
  expect(calls).toEqual(['messages.countSuperseding', 'messages.cancel'])
  expect(await count).toBeNull()
})

it('ends each of several counts', async () => {
  const { search } = searchOver()
  const counts = ['tag:a', 'tag:b'].map((text) => search.counts.of(text))
  await search.search('tag:order')
  expect(await Promise.all(counts)).toEqual([null, null])
  search.close()
})

it('ends nothing where no count is on its way', async () => {
  const { search, calls, finish } = searchOver()
  const count = search.counts.of('to:*lefevre*')
  finish(7)
  expect(await count).toBe(7)
  await search.search('tag:order')
  search.close()
  expect(calls).toEqual(['messages.countSuperseding', 'messages.search'])
})

it('schedules no count and no chart for a search that ends after the view is left, and cancels its sort', async () => {
  const { search, calls } = searchOver()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const asked = search.search('lefevre', { field: 'subject', descending: false })
  search.close()
  await asked
  vi.runAllTimers()
  expect(calls).toEqual(['messages.searchSuperseding', 'messages.cancel'])
})
