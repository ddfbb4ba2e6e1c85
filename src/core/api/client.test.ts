import { afterEach, expect, test } from 'vitest'
import { json, makeClient, serve, testKey, type Raw } from '#test/support/api-client.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const item of open.splice(0).reverse()) await item.close()
})

async function start(...args: Parameters<typeof serve>): Promise<Raw> {
  const server = await serve(...args)
  open.push(server)
  return server
}

test('lists the API keys with the account’s header names, in both spellings of their fields', async () => {
  const server = await start((_seen, response) =>
    json(response, [
      {
        id: 'k1',
        hash: 'h',
        key: 's',
        iPFilterEnabled: true,
        allowedIPs: ['127.0.0.1'],
        description: 'shop',
        enabled: true,
      },
      { id: 2, ipFilterEnabled: false, allowedIps: null, enabled: 'false', createdAt: '1700000000', colour: 'red' },
      { description: 'no id' },
    ]),
  )
  const { client, options } = makeClient(server.url, {
    profileChanges: { headerNames: { user: 'X-Other-User', key: 'X-Other-Key' } },
  })
  open.push(client)
  const { items, problems } = await client.settings.apiKeys()
  expect(items.map((key) => [key.id, key.ipFilterEnabled, key.allowedIps, key.enabled])).toEqual([
    ['k1', true, ['127.0.0.1'], true],
    ['2', false, [], false],
  ])
  expect(items[1]).toMatchObject({ createdAt: 1_700_000_000_000, extra: { colour: 'red' } })
  expect(problems).toEqual([{ index: 2, reason: 'The API key has no id', raw: null }])
  expect(server.seen[0]).toMatchObject({ method: 'GET', url: '/v1/settings/apikeys' })
  expect(server.seen[0]?.headers).toMatchObject({ 'x-other-user': 'user@example.com', 'x-other-key': testKey })
  expect(client.connection()).toBe('online')
  expect(options.callLog.entries()).toMatchObject([{ operation: 'settings.apiKeys', status: 200, errorCode: null }])
})
