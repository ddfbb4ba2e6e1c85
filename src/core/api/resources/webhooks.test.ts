import { describe, expect, it } from 'vitest'
import type { ServiceClient } from '../index.ts'
import { json, startPair, type Seen } from '#test/support/api-client.ts'

const own = '/v1/settings/webhooks/7'
const everything = { url: 'https://shop.example/', description: 'Shop', events: ['opened'] }

/** Lists `ids` and supports no other operation on webhooks. */
const startWithout = (ids: readonly string[] | null) =>
  startPair(({ method }, response) => {
    if (method === 'GET' && ids !== null) json(response, ids.map((id) => ({ id })))
    else json(response, {}, 404)
  })

const operations: [string, string, (client: ServiceClient) => Promise<unknown>][] = [
  ['add', 'POST /settings/webhooks', ({ webhooks }) => webhooks.add(everything)],
  ['change', 'PUT /settings/webhooks/{id}', ({ webhooks }) => webhooks.change('7', { description: 'Shop' })],
  ['remove', 'DELETE /settings/webhooks/{id}', ({ webhooks }) => webhooks.remove({ id: '7', description: '' })],
]

describe('An operation on webhooks that the account does not have', () => {
  it.each(operations)('is remembered: %s', async (_name, endpoint, work) => {
    const { client, learned } = await startWithout(['7'])
    await expect(work(client)).rejects.toMatchObject({ code: 'not-available' })
    expect(learned.at(-1)?.abilities).toEqual({ 'GET /settings/webhooks': 'yes', [endpoint]: 'no' })
  })

  it.each(operations.slice(1))('is kept apart from a webhook that is gone: %s', async (_name, _endpoint, work) => {
    const { client, learned } = await startWithout(['8'])
    await expect(work(client)).rejects.toMatchObject({ code: 'not-found' })
    expect(learned.at(-1)?.abilities).toEqual({ 'GET /settings/webhooks': 'yes' })
  })

  it.each(operations)('is not known where webhooks cannot be listed: %s', async (_name, endpoint, work) => {
    const { client, learned } = await startWithout(null)
    await expect(work(client)).rejects.toMatchObject({ code: 'not-found' })
    expect(learned.at(-1)?.abilities).not.toHaveProperty([endpoint])
  })

  it('is remembered as there once it was used', async () => {
    const { client, learned } = await startPair((_seen, response) => json(response, { status: 'success' }))
    await client.webhooks.change('7', { description: 'Shop' })
    expect(learned.at(-1)?.abilities).toEqual({ 'PUT /settings/webhooks/{id}': 'yes' })
  })
})

describe('A change of several parts that fails', () => {
  const partOf = ({ body }: Seen) => Object.keys(JSON.parse(body) as object)[0]
  const changeUntil = async (refused: string) => {
    const { server, client } = await startPair((seen, response) =>
      partOf(seen) === refused
        ? json(response, { error: 'Not this one.' }, 400)
        : json(response, { status: 'success' }),
    )
    const failure: unknown = await client.webhooks.change('7', everything).catch((thrown: unknown) => thrown)
    expect(server.seen.every(({ url }) => url === own)).toBe(true)
    return failure
  }
  const said = 'The service did not accept the request. The service says: Not this one.'

  it.each([
    ['url', said],
    ['description', `The URL was changed, but the description and the events were not. ${said}`],
    ['events', `The URL and the description were changed, but the events were not. ${said}`],
  ])('at %s says what was changed', async (refused, message) => {
    expect(await changeUntil(refused)).toMatchObject({ code: 'invalid-request', message, details: { status: 400 } })
  })

  it('says what was changed when the next answer is lost', async () => {
    const { client } = await startPair((seen, response) => {
      if (partOf(seen) === 'events') response.destroy()
      else json(response, { status: 'success' })
    })
    await expect(client.webhooks.change('7', everything)).rejects.toMatchObject({
      code: 'outcome-unknown',
      message: expect.stringMatching(/^The URL and the description were changed\. .*may or may not/) as string,
    })
  })
})

describe('The log of a webhook', () => {
  const query = { id: '7', page: 1, pageSize: 50, newestFirst: true }
  const startLog = (answerZero: unknown, status = 200) =>
    startPair(({ body }, response) => {
      const { page } = JSON.parse(body) as { page: number }
      if (page === 0) json(response, answerZero, status)
      else json(response, [])
    })

  it('is read from page 0 if the service counts from there, which is not known yet', async () => {
    const { client } = await startLog([{ recipient: 'a@x.org', eventType: 'opened' }])
    expect((await client.webhooks.calls(query)).items).toMatchObject([{ recipient: 'a@x.org' }])
  })

  it.each([
    ['has no calls', [], 200],
    ['refuses page 0', {}, 400],
  ])('is empty if the service %s', async (_name, answer, status) => {
    const { client } = await startLog(answer, status)
    expect(await client.webhooks.calls(query)).toEqual({ items: [], problems: [] })
  })
})
