import { expect, test } from 'vitest'
import { emailPlatformForms } from '#shared/domain/service/statistics.ts'
import { day, start, type Json } from '../support/account.ts'
import * as expected from './support/expected.ts'
import { asked, collect, eachService, openClient } from './support/service.ts'

const seconds = start / 1000
const isoSeconds = (at: number): string => new Date(at * 1000).toISOString().slice(0, 19)

const filters: readonly { name: string; filter: Json }[] = [
  { name: 'the service’s own period', filter: {} },
  { name: 'everything', filter: { dateBegin: 0, dateEnd: seconds } },
  { name: 'a week', filter: { dateBegin: seconds - 7 * day, dateEnd: seconds } },
  { name: 'two tags', filter: { dateBegin: seconds - 60 * day, dateEnd: seconds, tags: ['order', 'newsletter'] } },
  { name: 'a key that never sent', filter: { dateBegin: 0, dateEnd: seconds, apiKeys: ['none'] } },
  { name: 'a sender', filter: { dateBegin: 0, dateEnd: seconds, froms: ['orders@nordwind.example'] } },
]

/** The filter in the app’s form: dates in milliseconds. */
function inClient(filter: Json): Json {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, typeof value === 'number' ? value * 1000 : value]),
  )
}

const resources = [
  { name: 'domains', decode: expected.named },
  { name: 'tags', decode: expected.named },
  { name: 'activities', decode: expected.days },
  { name: 'bounces', decode: expected.days },
  { name: 'localisations', decode: (answer: unknown) => (answer as Json[]).map(expected.plain) },
] as const

eachService((service, { scenario, strict }) => {
  const isFull = (period: string): boolean => scenario === 'demo' && period !== 'a key that never sent'

  test.each(resources)('$name', async ({ name, decode }) => {
    const { account, client } = service()
    for (const { name: period, filter } of filters) {
      const wire = decode(await account.post(`/statistics/${name}`, filter))
      expect([period, await client.statistics[name](inClient(filter))]).toEqual([period, { items: wire, problems: [] }])
      if (isFull(period)) expect([period, wire.length]).not.toEqual([period, 0])
    }
  })

  test.each(emailPlatformForms)('email platforms, %s', async (form) => {
    const { account, client } = service()
    const path = form === 'all' ? 'emailplatforms' : `emailplatforms/${form}`
    for (const { name: period, filter } of filters) {
      const answer = await account.post(`/statistics/${path}`, filter)
      const wire = form.endsWith('/total') ? expected.totals(answer) : expected.months(answer)
      expect([period, await client.statistics.emailPlatforms(form, inClient(filter))]).toEqual([
        period,
        { items: wire, problems: [] },
      ])
      if (isFull(period)) expect([period, wire.length]).not.toEqual([period, 0])
    }
  })

  test.runIf(!strict)('sends and links', async () => {
    const { account, client } = service()
    for (const { name: period, filter } of filters) {
      const wire = async (name: string): Promise<unknown> => account.post(`/statistics/${name}`, filter)
      const given = inClient(filter)
      const { accountId, ...counters } = (await wire('sends')) as Json
      const sends = { ...expected.plain(counters), extra: { accountId } }
      expect([period, await client.statistics.sends(given)]).toEqual([period, sends])
      const links = Object.entries((await wire('links')) as Record<string, Json>)
      const items = links.map(([url, counts]) => ({ ...expected.plain(counts), url }))
      expect([period, await client.statistics.links(given)]).toEqual([period, { items, problems: [] }])
      if (isFull(period)) expect([period, links.length]).not.toEqual([period, 0])
    }
  })

  test('the client’s sums agree with each other and with the total of the messages', async () => {
    const { client } = service()
    const filter = { dateBegin: 0, dateEnd: start }
    const sum = (items: readonly object[], name: string): number =>
      items.reduce((total, item) => total + Number((item as Json)[name]), 0)
    const domains = await client.statistics.domains(filter)
    const activities = await client.statistics.activities(filter)
    const bounces = await client.statistics.bounces(filter)
    const { total } = await client.statistics.messages({ ...filter, page: 1, pageSize: 1 })
    expect(sum(domains.items, 'requested')).toBe(total)
    expect(sum(bounces.items, 'requested')).toBe(total)
    for (const name of ['delivered', 'open', 'click', 'opener', 'clicker', 'unsubscribed', 'complaint']) {
      expect([name, sum(activities.items, name)]).toEqual([name, sum(domains.items, name)])
    }
  })

  test.each(['documented', 'epoch', 'iso'] as const)('dates sent as %s select the same messages', async (dateForm) => {
    const { account } = service()
    const client = openClient(account, { profile: { dateForm }, learned: alreadyLearned() })
    const period = { dateBegin: seconds - 9 * day, dateEnd: seconds - day }
    const filter = inClient(period)
    account.sandbox.control.clearRequests()
    const messages = await client.statistics.messages({ ...filter, page: 1, pageSize: 3 })
    const domains = await client.statistics.domains(filter)
    const download = await client.exports.all('json', filter)
    const exported = (await collect(download.records())).flatMap(({ records }) => records)
    const bodies = asked(account).map(({ body }) => ({ dateBegin: body?.['dateBegin'], dateEnd: body?.['dateEnd'] }))
    const iso = { dateBegin: isoSeconds(period.dateBegin), dateEnd: isoSeconds(period.dateEnd) }
    const other = dateForm === 'iso' ? iso : period
    expect(bodies).toEqual([dateForm === 'epoch' ? period : iso, other, other])

    const wire = (await account.post('/statistics/messages', { ...period, pageSize: 3 })) as { total: number }
    expect(messages.total).toBe(wire.total)
    expect(domains.items).toEqual(expected.named(await account.post('/statistics/domains', period)))
    expect(exported).toHaveLength(wire.total)
  })
})

/** The number of the first page is known, so the client makes no additional calls. */
function alreadyLearned() {
  return { get: () => ({ firstPage: 1 as const }), set: () => undefined }
}
