import { expect, test } from 'vitest'
import type { DateRange, Paging } from '#shared/domain/service/requests.ts'
import { day, start, type Json, type WireRecord } from '../support/account.ts'
import { json } from '../../support/wire.ts'
import * as expected from './support/expected.ts'
import { asked, eachService, openClient } from './support/service.ts'

const seconds = start / 1000
const month = { dateBegin: seconds - 30 * day, dateEnd: seconds }
const week = { dateBegin: seconds - 7 * day, dateEnd: seconds }
const inClient = ({ dateBegin, dateEnd }: typeof month) => ({ dateBegin: dateBegin * 1000, dateEnd: dateEnd * 1000 })

type Page = { messages: WireRecord[]; total: number }

eachService((service, { scenario }) => {
  const raw = async (body: Json): Promise<Page> => (await service().account.post('/statistics/messages', body)) as Page

  test('every page of a week has the values of the raw response', async () => {
    const { client } = service()
    let seen = 0
    for (let page = 1; ; page++) {
      const [wire, read] = await Promise.all([
        raw({ ...week, page, pageSize: 200 }),
        client.statistics.messages({ ...inClient(week), page, pageSize: 200 }),
      ])
      expect(read).toEqual({ items: wire.messages.map(expected.message), problems: [], total: wire.total })
      seen += read.items.length
      if (read.items.length === 0) break
    }
    const { total } = await raw({ ...week, pageSize: 1 })
    expect(seen).toBe(total)
    if (scenario === 'demo') expect(seen).toBeGreaterThan(400)
  })

  test('without page and page size, the service decides', async () => {
    const wire = await raw({})
    const read = await service().client.statistics.messages({})
    expect(read).toEqual({ items: wire.messages.map(expected.message), problems: [], total: wire.total })
  })

  test('a page past the end is empty and still has the total', async () => {
    const read = await service().client.statistics.messages({ ...inClient(month), page: 1_000_000, pageSize: 50 })
    expect(read).toEqual({ items: [], problems: [], total: (await raw(month)).total })
  })

  test.each([1, 7, 100])('pages of %i are consecutive without gaps', async (pageSize) => {
    const { client } = service()
    const ids: string[] = []
    for (let page = 1; page <= 4; page++) {
      const { items } = await client.statistics.messages({ ...inClient(month), page, pageSize })
      ids.push(...items.map(({ id }) => id))
    }
    const { messages } = await raw({ ...month, pageSize: 4 * pageSize })
    expect(ids).toEqual(messages.map(({ id }) => id))
  })

  test('each filter, alone and with the others, selects the same as in a raw call', async () => {
    const { client } = service()
    const { messages } = await raw({ ...month, pageSize: 500 })
    const { froms, tags, apiKeys } = choices(messages)
    const filters = [
      { froms },
      { froms: froms.slice(0, 1) },
      { tags },
      { tags: tags.slice(0, 1) },
      { apiKeys },
      { froms, tags, apiKeys },
      { froms: [], tags: [], apiKeys: [] },
      { tags: ['no such tag'] },
      { dateEnd: seconds - 7 * day },
      { dateBegin: seconds - day },
    ]
    for (const filter of filters) {
      const period = { ...month, ...filter }
      const wire = await raw({ ...period, pageSize: 100 })
      const read = await client.statistics.messages({ ...filter, ...inClient(period), page: 1, pageSize: 100 })
      expect([filter, read.total]).toEqual([filter, wire.total])
      expect(read.items).toEqual(wire.messages.map(expected.message))
    }
    if (scenario === 'demo') expect([froms.length, tags.length, apiKeys.length]).not.toContain(0)
  })

  test('message details', async () => {
    const { client, account } = service()
    const { messages } = await raw({ ...month, pageSize: 200 })
    const chosen = [...messages.slice(0, 10), ...messages.filter(({ click }) => click > 0).slice(0, 10)]
    for (const { id } of chosen) {
      const wire = (await account.get(`/statistics/message/${id}`)) as Json
      expect(await client.statistics.message(id)).toEqual(expected.messageDetail(wire))
    }
    await expect(client.statistics.message('no such/id')).rejects.toMatchObject({ code: 'not-found' })
  })

  test('a refusal has the raw response’s reason', async () => {
    const { client, account } = service()
    for (const body of [
      { page: 1, pageSize: -1 },
      { dateBegin: 2000, dateEnd: 1000 },
    ]) {
      const answer = await account.call('POST', '/statistics/messages', { body })
      const { error } = json(answer) as { error: string }
      await expect(client.statistics.messages(inMilliseconds(body))).rejects.toMatchObject({
        code: 'invalid-request',
        retryable: false,
        message: expect.stringContaining(error) as string,
        details: { operation: 'statistics.messages', status: 400 },
      })
    }
  })

  test('recipients, including those who never got a message', async () => {
    const { client, account } = service()
    const { messages } = await raw({ ...month, pageSize: 20 })
    for (const email of [...messages.map(({ msg }) => msg.email), 'nobody+tag/x@nowhere.example', 'ä@x.example']) {
      const wire = (await account.get(`/statistics/recipient/${encodeURIComponent(email)}`)) as Json
      const { hardbounced = null, softbounced = null } = wire
      expect(await client.statistics.recipient(email)).toEqual({ ...expected.plain(wire), hardbounced, softbounced })
    }
  })

  test('the first page number is determined once', async () => {
    const { account } = service()
    const client = openClient(account)
    account.sandbox.control.clearRequests()
    for (let page = 1; page <= 3; page++) await client.statistics.messages({ page, pageSize: 1 })
    // An empty account does not reveal the number of its first page.
    const isEmpty = scenario === 'empty'
    const found = isEmpty ? [0, 1, 1, 0, 1, 2, 0, 1, 3] : [0, 1, 1, 2, 3]
    expect(asked(account).map(({ body }) => body?.['page'])).toEqual(found)
    expect(client.learned().firstPage).toBe(isEmpty ? undefined : 1)
  })
})

function inMilliseconds({ dateBegin, dateEnd, ...paging }: Paging & DateRange): Paging & DateRange {
  if (dateBegin === undefined || dateEnd === undefined) return paging
  return { ...paging, dateBegin: dateBegin * 1000, dateEnd: dateEnd * 1000 }
}

function choices(messages: readonly WireRecord[]): Record<'froms' | 'tags' | 'apiKeys', string[]> {
  const some = (values: readonly string[]): string[] => [...new Set(values)].slice(0, 2)
  return {
    froms: some(messages.map(({ msg }) => msg.from)),
    tags: some(messages.flatMap(({ tags }) => tags ?? [])),
    apiKeys: some(messages.map((record) => record.apiKey)),
  }
}
