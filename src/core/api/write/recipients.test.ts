import { expect, test } from 'vitest'
import { invoice, json, startPair } from '#test/support/api-client.ts'

const allow = { profileChanges: { recipientAllowList: ['Ada@Example.org', '@Friends.example'], ccAndBcc: true } }

test.each([
  [{ to: [{ address: 'ADA@example.ORG' }, { address: 'any@friends.EXAMPLE' }] }, null],
  [{ to: [{ address: 'eve@example.org' }] }, 'eve@example.org'],
  [{ cc: [{ address: 'eve@evil.example' }] }, 'eve@evil.example'],
  [{ bcc: [{ address: 'eve@evil.example' }] }, 'eve@evil.example'],
  [{ options: { substitutions: [{ email: 'eve@evil.example', values: {} }] } }, 'eve@evil.example'],
  [{ to: [{ address: 'eve@sub.friends.example' }] }, 'eve@sub.friends.example'],
  [{ to: [{ address: 'eve@evil.example, ada@friends.example' }] }, 'eve@evil.example'],
  [{ to: [{ address: 'eve@evil.example<ada@friends.example' }] }, 'eve@evil.example'],
  [{ to: [{ address: '@friends.example' }] }, '@friends.example'],
])('%j refuses %s', async (change, refused) => {
  const { server, client } = await startPair((_seen, response) => json(response, { status: 'success' }), allow)
  const sent = client.messages.send({ ...invoice, ...change })
  if (refused === null) await expect(sent).resolves.toBeDefined()
  else
    await expect(sent).rejects.toMatchObject({
      code: 'recipient-not-allowed',
      message: expect.stringContaining(refused),
    })
  expect(server.seen).toHaveLength(refused === null ? 1 : 0)
})

test('cc and bcc are refused for an account that does not have them', async () => {
  const { server, client } = await startPair((_seen, response) => json(response, { status: 'success' }))
  await expect(client.messages.send({ ...invoice, cc: [{ address: 'b@x.org' }] })).rejects.toMatchObject({
    code: 'cc-not-available',
  })
  expect(server.seen).toEqual([])
})
