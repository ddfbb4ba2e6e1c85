import { expect, it } from 'vitest'
import type { Grouped } from '#shared/contract/statistics.ts'
import { noCounters } from '#shared/domain/statistics/counters.ts'
import { domainTerms } from '#shared/domain/statistics/providers/domain-terms.ts'
import { byProvider } from '#shared/domain/statistics/providers/mailbox-providers.ts'
import { providerChart, providerLines, providerTable } from './provider-lines.ts'
import { beforeIn } from '#shared/domain/statistics/changes.ts'
import { rateColumns } from '../rates/rate-columns.ts'
import { usualOrder, type RateOrder } from '../rates/rate-order.ts'

const formats = { locale: 'en-GB', number: (value: number) => value.toLocaleString('en-GB') }
const counters = (value: string, delivered: number, states: Record<string, number> = {}) => {
  const messages = delivered + Object.values(states).reduce((sum, count) => sum + count, 0)
  return { ...noCounters(), value, messages, states: { delivered, ...states } }
}
const values = [
  counters('company.example', 300),
  counters('gmail.com', 200),
  counters('hotmail.fr', 90, { complaint: 10 }),
  counters('outlook.com', 50),
  counters('', 0, { rejected: 3 }),
]

function linesOf(domains: Grouped, total?: (typeof values)[number]) {
  const terms = domainTerms(domains.values.map(({ value }) => value))
  return providerLines(byProvider(domains, total), { formats, terms, more: domains.more })
}

it('lists a provider with its domains, and a search that finds all of them', () => {
  const [google, microsoft, other] = linesOf({ values, more: 0 })
  expect([google!.name, microsoft!.name, other!.name]).toEqual(['Google', 'Microsoft', 'Other domains'])
  expect(microsoft!.term!()).toBe('domain:hotmail.fr,outlook.com')
  expect(microsoft!.lines!().map(({ name, term }) => [name, term!()])).toEqual([
    ['hotmail.fr', 'domain:hotmail.fr'],
    ['outlook.com', 'domain:outlook.com'],
  ])
  expect(other!.term!()).toBe('-domain:gmail.com,hotmail.fr,outlook.com')
  expect(other!.lines!().map(({ name }) => name)).toEqual(['company.example', 'No domain'])
  expect(other!.lines!()[1]!.term!()).toBeUndefined()
})

it('shows no zero where a provider reports no complaints', () => {
  const at = rateColumns('Provider', usualOrder, undefined).findIndex(({ id }) => id === 'complaints') - 1
  const [google, microsoft, other] = linesOf({ values, more: 0 })
  expect(google!.cells()[at]!.text).toBe('no data')
  expect(google!.lines!()[0]!.cells()[at]!.text).toBe('no data')
  expect(microsoft!.cells()[at]).toMatchObject({ text: '6.7%', isAbove: true })
  expect(other!.cells()[at]!.text).toBe('0%')
  const { head, rows } = providerTable(byProvider({ values, more: 0 }))
  const copied = rows.map((row) => [row[0], row[1], row[head.indexOf('Complaints')]])
  expect(copied).toEqual([
    ['Google', '', 'no data'],
    ['Google', 'gmail.com', 'no data'],
    ['Microsoft', '', 10],
    ['Microsoft', 'hotmail.fr', 10],
    ['Microsoft', 'outlook.com', 0],
    ['Other domains', '', 0],
    ['Other domains', 'company.example', 0],
    ['Other domains', 'No domain', 0],
  ])
})

it('sorts providers and their domains by any column, and shows how each changed', () => {
  const before = {
    values: [counters('gmail.com', 100), counters('hotmail.fr', 50), counters('gone.example', 9)],
    more: 0,
  }
  const sorted = (order: RateOrder) =>
    providerLines(byProvider({ values, more: 0 }), {
      formats,
      terms: domainTerms(values.map(({ value }) => value)),
      more: 0,
      order,
      before: { providers: byProvider(before), domain: beforeIn(before) },
    })
  const [microsoft, other] = sorted({ by: 'complaints', change: true, down: true })
  expect([microsoft!.name, other!.name]).toEqual(['Microsoft', 'Other domains'])
  expect(microsoft!.cells().at(-1)).toMatchObject({ text: '6.67 points', arrow: 'up', isWorse: true })
  const domains = microsoft!.lines!()
  expect(domains.map(({ name }) => name)).toEqual(['hotmail.fr', 'outlook.com'])
  expect(domains[1]!.cells().at(-1)).toMatchObject({ text: 'new' })
  const byMessages = sorted({ by: 'requested', change: false, down: false })
  expect(byMessages.map(({ name }) => name)).toEqual(['Microsoft', 'Google', 'Other domains'])
  expect(byMessages.map((line) => line.cells().at(-1)!.text)).toEqual(['200.0%', '100%', '3,266.7%'])
})

it('says how many domains are counted without being listed', () => {
  const other = linesOf({ values: values.slice(0, 3), more: 1200 }, counters('', 700)).at(-1)!
  expect(other.cells()[0]!.text).toBe('400')
  expect(other.note).toBe('1,200 smaller domains are counted here, but not listed.')
})

it('makes the lines that are shown, and says how many more there are', () => {
  const many = Array.from({ length: 50_000 }, (_, at) => counters(`shop-${at}.example`, 50_000 - at))
  const [other] = linesOf({ values: many, more: 0 })
  expect(other!.lines!()).toHaveLength(200)
  expect(other!.more).toBe(49_800)
})

it('offers no search where all domains are other ones', () => {
  const [other] = linesOf({ values: values.slice(0, 1), more: 0 })
  expect(other!.term!()).toBeUndefined()
  expect(linesOf({ values: [], more: 0 })).toEqual([])
})

it('is drawn without its domains, each provider once', () => {
  const head = { title: 'Mailbox providers', caption: [] }
  const drawn = providerChart(byProvider({ values, more: 0 }), formats, head)
  expect(drawn.match(/Microsoft/g)).toHaveLength(1)
  expect(drawn).toContain('>150<')
  expect(drawn).not.toContain('hotmail.fr')
})
