import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, type SandboxOptions } from '#sandbox/create-sandbox.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { aSend, messagesOf, ServiceClient } from './support/service-client.ts'

const template = {
  description: 'Spring',
  from: { address: 'a@x.org' },
  subject: 's',
  htmlContent: '<a href="https://x.example/">h</a>',
  textContent: 't',
}

async function open(options: SandboxOptions) {
  const sandbox = await createSandbox({ smtp: false, ...options })
  onTestFinished(() => sandbox.close())
  const client = ServiceClient.of(sandbox)
  onTestFinished(() => client.close())
  return { sandbox, client }
}

/** Everything that a run creates, except values that depend on its port. */
async function run(options: SandboxOptions) {
  const { sandbox, client } = await open(options)
  const created = async () => {
    await client.post('/settings/templates', template)
    await client.post('/settings/apikeys', { description: 'second' })
    await client.post('/messages/send', aSend(['open@x.org', 'b@x.org'], { html: template.htmlContent }))
    await sandbox.control.advance('hour')
    const messages = await messagesOf(client)
    return {
      messages,
      templates: (await client.get('/settings/templates/list')).json,
      keys: (await client.get('/settings/apikeys')).json,
      source: sandbox.control.source(messages[0]!.id)?.toString().replaceAll(new URL(sandbox.url).port, 'PORT'),
      token: sandbox.adminToken,
    }
  }
  const first = await created()
  sandbox.control.reset('empty')
  return { first, again: await created() }
}

test('the same seed gives the same ids, secrets, times and mails, in every run and after a reset', async () => {
  const [one, two, other] = [await run({ seed: 7 }), await run({ seed: 7 }), await run({ seed: 8 })]
  expect(two).toEqual(one)
  expect(one.again).toEqual(one.first)
  expect(one.first.messages[0]!.createdDate).toBe('2026-01-01T12:00:00.000+0000')
  for (const part of ['messages', 'templates', 'keys', 'source', 'token'] as const) {
    expect([part, other.first[part]]).not.toEqual([part, one.first[part]])
  }
})

test('the same is true of a seed with another start', async () => {
  const start = Date.UTC(2026, 2, 31, 22)
  const options = { seed: 7, clock: { start } }
  const [one, two] = [await run(options), await run(options)]
  expect(two).toEqual(one)
  expect(one.again).toEqual(one.first)
  expect(one.first.messages[0]!.createdDate).toBe('2026-03-31T22:00:00.000+0000')
  const { sandbox } = await open({ clock: { start, running: false } })
  expect(sandbox.clock.now()).toBe(start)
})

test('no id is assigned twice if the data is kept', async () => {
  const data = await temporaryFolder()
  const idOf = async (description: string): Promise<unknown> => {
    const sandbox = await createSandbox({ smtp: false, seed: 7, data })
    const client = ServiceClient.of(sandbox)
    const { id } = (await client.post('/settings/apikeys', { description })).json as { id: string }
    client.close()
    await sandbox.close()
    return id
  }
  expect(await idOf('a')).not.toBe(await idOf('b'))
})

test('without a seed, no two sandboxes share a key or a token', async () => {
  const [one, two] = [await open({}), await open({})]
  expect(one.sandbox.credentials.key).not.toBe(two.sandbox.credentials.key)
  expect(one.sandbox.adminToken).not.toBe(two.sandbox.adminToken)
  expect(one.sandbox.clock.state().running).toBe(true)
})
