import { expect, test } from 'vitest'
import { noCounters } from '#shared/domain/statistics/counters.ts'
import type { Host } from '../../lib/host/host.ts'
import { ArchiveMorning } from './archive-morning.svelte.ts'

const noon = Date.UTC(2126, 10, 23, 12) / 1000
const failing = (value: string, messages: number) => ({ ...noCounters(), value, messages })
const groupsOf = (domain: unknown[], tag: unknown[] = []) => ({
  domain: { values: domain, more: 0 },
  tag: { values: tag, more: 0 },
})

/** A core whose service is at noon of 23 November 2126, and whose failures are those given. */
function openMorning(failures: { since: unknown; before: unknown }) {
  const asked: string[] = []
  const invoke = async (name: string, { text = '' }: { text?: string }) => {
    if (name === 'archive.info') return { messages: 9 }
    asked.push(text)
    if (name === 'messages.search') return { rows: [] }
    const groups = text.includes(' before:') ? failures.before : failures.since
    return { days: [], groups, horizon: { lastSync: noon, gaps: [] } }
  }
  const host = { invoke } as unknown as Host
  return { asked, morning: new ArchiveMorning(host, 'a', () => 'UTC') }
}

test('a domain is new among the failures that did not fail in the two weeks before', async () => {
  const { asked, morning } = openMorning({
    since: groupsOf([failing('old.example', 4), failing('new.example', 2), failing('', 1)], [failing('invoice', 3)]),
    before: groupsOf([failing('old.example', 9), failing('sub.new.example', 1)]),
  })
  await morning.loader.load()
  const { newDomains, tags } = morning.loader.value!.failures
  expect(newDomains).toEqual([
    { name: 'new.example', messages: 2, text: 'domain:new.example state:failed after:2126-11-22' },
  ])
  expect(tags).toEqual([{ name: 'invoice', messages: 3, text: 'tag:=invoice state:failed after:2126-11-22' }])
  expect(asked.at(-1)).toBe(
    '(domain:old.example OR domain:new.example) state:failed after:2126-11-08 before:2126-11-22',
  )
})

test('where nothing failed, nothing is compared', async () => {
  const { asked, morning } = openMorning({ since: groupsOf([]), before: groupsOf([]) })
  await morning.loader.load()
  expect(morning.loader.value?.failures.newDomains).toEqual([])
  expect(asked).toHaveLength(3)
})
