import { describe, expect, it } from 'vitest'
import type { AppEvent } from '#shared/contract/events.ts'
import { openAccount } from '#test/support/open-app.ts'
import { startTestReceiver } from '#test/support/webhooks/test-receiver.ts'

async function openWebhooks() {
  const [mailroom, receiver] = await Promise.all([openAccount(), startTestReceiver()])
  const { ask, accountId } = mailroom
  const list = async () => (await ask('webhooks.list', { accountId })).webhooks ?? []
  const add = async (description = 'Shop') => {
    await ask('webhooks.add', { accountId, url: receiver.url, description, events: ['delivered', 'clicked'] })
    return (await list()).at(-1)!
  }
  return { ...mailroom, ask, accountId, service: mailroom.service, app: mailroom.app, receiver, list, add }
}

describe('webhooks', () => {
  it('are added after the URL was called, partly changed, and removed', async () => {
    const { ask, accountId, app, receiver, list, add } = await openWebhooks()
    const events: AppEvent['name'][] = []
    app.subscribe(({ name }) => events.push(name))
    const added = await add()
    expect(added).toMatchObject({
      url: receiver.url,
      description: 'Shop',
      events: ['delivered', 'clicked'],
      success: 0,
    })
    expect(added.createdAt).toBeGreaterThan(Date.UTC(2020, 0))
    expect(receiver.calls).toHaveLength(1)
    await ask('webhooks.change', { accountId, webhookId: added.id, description: 'Store', events: ['opened'] })
    expect(await list()).toMatchObject([{ url: receiver.url, description: 'Store', events: ['opened'] }])
    await ask('webhooks.remove', { accountId, webhookId: added.id, description: 'Store' })
    expect(await list()).toEqual([])
    expect(events.filter((name) => name === 'webhooks.changed')).toHaveLength(3)
  })

  it('are not saved if the URL does not respond, and the reason is shown', async () => {
    const { ask, accountId, receiver, list } = await openWebhooks()
    receiver.status = 500
    const input = { accountId, url: receiver.url, description: '', events: ['delivered' as const] }
    await expect(ask('webhooks.add', input)).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining('The URL returned status 500.') as string,
    })
    expect(await list()).toEqual([])
  })

  it('are tested by one call, which is logged with its error', async () => {
    const { ask, accountId, receiver, list, add } = await openWebhooks()
    const { id: webhookId, description } = await add()
    await ask('webhooks.test', { accountId, webhookId, description })
    receiver.status = 503
    await expect(ask('webhooks.test', { accountId, webhookId, description })).rejects.toMatchObject({
      code: 'service-failure',
    })
    expect(await list()).toMatchObject([{ success: 1, errors: 1, lastCall: expect.any(Number) as number }])
    const { calls } = await ask('webhooks.calls', { accountId, webhookId, page: 1 })
    expect(calls).toMatchObject([
      { event: 'delivered', succeeded: false, error: 'The receiver returned status 503.' },
      { event: 'delivered', succeeded: true, error: '' },
    ])
    expect((await ask('webhooks.calls', { accountId, webhookId, page: 2 })).calls).toEqual([])
  })

  it('that the account does not support are reported, and nothing is called for a removed one', async () => {
    const { ask, accountId, service } = await openAccount({}, { strict: true })
    expect(await ask('webhooks.list', { accountId })).toEqual({ webhooks: null, unreadable: 0 })
    const { abilities } = await ask('accounts.abilities', { id: accountId, probe: false })
    expect(abilities).toEqual({ 'GET /settings/webhooks': 'no' })
    expect(service.control.requests().map(({ path }) => path)).toEqual(['/v1/settings/webhooks'])
  })

  it('of a read-only account are listed, and every change is refused without calling the service', async () => {
    const { ask, accountId, service } = await openAccount({ readOnly: true })
    const place = { accountId, webhookId: 'x' }
    const url = 'http://127.0.0.1:9/'
    expect(await ask('webhooks.list', { accountId })).toEqual({ webhooks: [], unreadable: 0 })
    const seen = service.control.requests().length
    for (const refused of [
      ask('webhooks.add', { accountId, url, description: '', events: ['opened'] }),
      ask('webhooks.change', { ...place, description: 'x' }),
      ask('webhooks.remove', { ...place, description: '' }),
      ask('webhooks.test', { ...place, description: '' }),
    ]) {
      await expect(refused).rejects.toMatchObject({ code: 'read-only-account' })
    }
    expect(service.control.requests()).toHaveLength(seen)
  })

  it('are found by the list after the response to a change was lost', async () => {
    const { ask, accountId, receiver, service, add } = await openWebhooks()
    const { id: webhookId, description } = await add()
    const path = '/settings/webhooks*'
    const lose = async (work: () => Promise<unknown>) => {
      service.faults.set([{ kind: 'html', path }])
      await expect(work()).rejects.toMatchObject({ code: 'outcome-unknown' })
      service.faults.set([])
      const id = (await ask('outcomes.list'))[0]?.id ?? ''
      return ask('outcomes.check', { id })
    }
    const place = { accountId, webhookId }
    expect(await lose(() => ask('webhooks.change', { ...place, description: 'Store' }))).toMatchObject({
      text: expect.stringMatching(/^The webhook has/) as string,
    })
    expect(await lose(() => ask('webhooks.remove', { ...place, description }))).toMatchObject({
      text: expect.stringMatching(/^The webhook (?:still exists|was deleted)/) as string,
    })
    expect(receiver.calls).toHaveLength(1)
  })
})
