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

const horizon = { completeFrom: noon - 90 * 86_400, completeUntil: noon, lastSync: noon, gaps: [] }

/** A core with the given failures, whose service’s clock is at noon on 23 November 2126. */
function openMorning(failures: { since: unknown; before: unknown }, completeFrom = horizon.completeFrom) {
  const asked: string[] = []
  const invoke = async (name: string, { text = '' }: { text?: string }) => {
    if (name === 'archive.info') return { messages: 9 }
    asked.push(text)
    if (name === 'messages.search') return { rows: [] }
    const groups = text.includes('before:2126-11-22') ? failures.before : failures.since
    return { days: [], groups, horizon: { ...horizon, completeFrom } }
  }
  const host = { invoke } as unknown as Host
  return { asked, morning: new ArchiveMorning(host, 'a', () => 'UTC') }
}

const since = 'state:failed after:2126-11-22 before:2126-11-24'

test('a domain fails newly that did not fail in the two weeks before', async () => {
  const { asked, morning } = openMorning({
    since: groupsOf([failing('old.example', 4), failing('new.example', 2), failing('', 1)], [failing('invoice', 3)]),
    before: groupsOf([failing('old.example', 9), failing('sub.new.example', 1)]),
  })
  await morning.loader.load()
  const { newDomains, tags } = morning.loader.value!.failures
  expect(newDomains).toEqual({
    // Matches exactly the counted domain, without its subdomains.
    listed: [{ name: 'new.example', messages: 2, text: `domain:=new.example ${since}` }],
    more: 0,
    among: null,
  })
  expect(tags).toEqual([{ name: 'invoice', messages: 3, text: `tag:=invoice ${since}` }])
  expect(asked.at(-1)).toBe('state:failed after:2126-11-08 before:2126-11-22')
})

test('what is not listed or was not compared is told', async () => {
  const many = Array.from({ length: 10 }, (_, index) => failing(`shop${index}.example`, 9))
  const { morning } = openMorning({
    since: { domain: { values: many, more: 3 } },
    before: groupsOf([]),
  })
  await morning.loader.load()
  const { newDomains } = morning.loader.value!.failures
  expect(newDomains).toMatchObject({ more: 4, among: 10 })
  expect(newDomains!.listed).toHaveLength(6)
})

test('where nothing failed, nothing is compared', async () => {
  const { asked, morning } = openMorning({ since: groupsOf([]), before: groupsOf([]) })
  await morning.loader.load()
  expect(morning.loader.value?.failures.newDomains).toBeNull()
  expect(asked).toHaveLength(3)
})

test('no domain is called new where the two weeks before were not read', async () => {
  const { asked, morning } = openMorning(
    { since: groupsOf([failing('old.example', 4)]), before: groupsOf([]) },
    noon - 7 * 86_400,
  )
  await morning.loader.load()
  expect(morning.loader.value?.failures.newDomains).toBeNull()
  expect(asked).toHaveLength(3)
})
