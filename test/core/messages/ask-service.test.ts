import { describe, expect, it, onTestFinished } from 'vitest'
import type { ServiceClient } from '#core/api/index.ts'
import { askAgain } from '#core/messages/ask-again.ts'
import { lookUp } from '#core/recipients/blacklist-lookup.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { createSandbox, type SandboxOptions } from '#sandbox/create-sandbox.ts'
import { clientOfSandbox, json, startPair } from '#test/support/api-client.ts'

const { signal } = new AbortController()

/** An account that sent three messages an hour ago, by the service’s clock. */
async function account(options: SandboxOptions = {}): Promise<ServiceClient> {
  const sandbox = await createSandbox({ smtp: false, clock: { running: false }, ...options })
  onTestFinished(() => sandbox.close())
  const client = clientOfSandbox(sandbox)
  onTestFinished(() => client.close())
  await client.messages.send({
    to: ['bounce@x.example', 'open+2@x.example', 'ada@x.example'].map((address) => ({ address })),
    from: { address: 'shop@sender.example' },
    subject: 'Your order',
    text: 'Hi.',
    html: '<p>Hi.</p>',
    options: { meta: { order: 'A-1' } },
  })
  await sandbox.control.advance(3_600_000)
  return client
}

/** A local copy of a list that was never read. */
const unreadCopy = async () => ({ entries: [], readAt: null, isWhole: false })

describe('blacklists of a recipient', () => {
  it.each([
    ['when one address can be looked up', {}, true],
    ['when it can, but no probe has found that out yet', {}, false],
    ['when the service returns whole lists only', { strict: true }, true],
  ])('are known %s', async (_name, options, probed) => {
    const client = await account(options)
    if (probed) await client.probe({ signal })
    expect(await lookUp({ client, copyOf: unreadCopy, now: 0 }, 'bounces', 'Bounce@x.example', signal)).toMatchObject({
      listed: true,
      date: expect.any(Number) as number,
      reason: expect.stringContaining('550') as string,
    })
    expect(await lookUp({ client, copyOf: unreadCopy, now: 0 }, 'bounces', 'ada@x.example', signal)).toMatchObject({
      listed: false,
      date: null,
    })
    expect(
      await lookUp({ client, copyOf: unreadCopy, now: 0 }, 'complaints', 'bounce@x.example', signal),
    ).toMatchObject({ listed: false })
  })

  it('are account-wide, even if newer entries of custom lists are returned first', async () => {
    const entry = (listName: string | null) => ({ email: 'ada@x.example', reason: `asked for ${listName}`, listName })
    let pages: object[][] = [[entry('news')], [entry('offers'), entry(null)]]
    const { client } = await startPair(
      ({ method, body }, response) => {
        if (method === 'GET') return json(response, entry('news'))
        const { page } = JSON.parse(body) as { page: number }
        json(response, { unsubscribers: pages[page - 1] ?? [], total: pages.flat().length })
      },
      { learned: { get: () => ({ firstPage: 1 }), set: () => undefined } },
    )
    const ask = () => lookUp({ client, copyOf: unreadCopy, now: 0 }, 'unsubscribers', 'ada@x.example', signal)
    expect(await ask()).toMatchObject({ listed: true, lists: [], reason: 'asked for null' })
    pages = [[entry('news')], [entry('offers')]]
    expect(await ask()).toMatchObject({ listed: true, lists: ['news', 'offers'], reason: 'asked for news' })
  })

  it('are unknown, not empty, when the service does not respond', async () => {
    const client = await account({ faults: [{ path: '/blacklists/*', kind: 'status', status: 403 }] })
    expect(
      (await lookUp({ client, copyOf: unreadCopy, now: 0 }, 'bounces', 'bounce@x.example', signal)).listed,
    ).toBeNull()
  })
})

describe('requesting one message again', () => {
  /** A message in the form of an export. */
  async function exported(client: ServiceClient, email: string): Promise<Message> {
    const { items } = await client.statistics.messages({ page: 1, pageSize: 10 }, { signal })
    const { id, apiKey, createdDate, msg } = items.find((item) => item.msg.email === email)!
    return {
      id,
      apiKey,
      email,
      from: msg.from,
      subject: msg.subject,
      size: 1,
      tags: [],
      open: 0,
      click: 0,
      createdDate: createdDate!,
      lastStateDate: createdDate!,
      lastState: 'requested',
    }
  }

  it('returns state, reason and metadata', async () => {
    const client = await account()
    const news = await askAgain(client.statistics, await exported(client, 'bounce@x.example'), signal)
    expect(news[0]).toMatchObject({ lastState: 'hardbounced', meta: { order: 'A-1' }, email: 'bounce@x.example' })
    expect(news[0]?.reason).toContain('550')
  })

  it('returns the events', async () => {
    const client = await account()
    const news = await askAgain(client.statistics, await exported(client, 'open+2@x.example'), signal)
    expect(news.map((message) => message.openDetails?.length)).toEqual([2, 2])
  })

  it('succeeds if one of its two calls does', async () => {
    const client = await account({ faults: [{ path: '/statistics/message/*', kind: 'status', status: 403 }] })
    const known = await exported(client, 'bounce@x.example')
    expect(await askAgain(client.statistics, known, signal)).toHaveLength(1)
  })

  it('passes on the reason if both fail', async () => {
    const client = await account()
    const known = { ...(await exported(client, 'bounce@x.example')), id: '6b00bfe6000009d395db891e' }
    await expect(askAgain(client.statistics, known, signal)).rejects.toMatchObject({ code: 'not-found' })
  })
})
