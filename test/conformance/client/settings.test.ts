import { describe, expect, test } from 'vitest'
import type { Json } from '../support/account.ts'
import * as expected from './support/expected.ts'
import { asked, eachService, openClient, openService } from './support/service.ts'

eachService((service) => {
  test('the API keys have the values of the raw response', async () => {
    const { account, client } = service()
    const wire = (await account.get('/settings/apikeys')) as Json[]
    expect(await client.settings.apiKeys()).toEqual({ items: wire.map(expected.apiKey), problems: [] })
    expect(wire.length).toBeGreaterThan(0)
  })

  test('every user has the values of the raw response', async () => {
    const { account, client } = service()
    const users = account.sandbox.store.users.list()
    expect(users.length).toBeGreaterThan(0)
    for (const { id } of users) {
      expect(await client.users.get(id)).toEqual(expected.user((await account.get(`/users/${id}`)) as Json))
    }
    await expect(client.users.get('no/such user')).rejects.toMatchObject({ code: 'not-found' })
  })
})

const template = {
  description: 'Winter Sale – Été',
  from: { address: 'sale@sender.example', personalName: 'Sale' },
  subject: 'Sale for {{name}}',
  htmlContent: '<p>Dear {{name}} & “all”</p>',
  textContent: 'Dear {{name}}\r\n',
}

describe.each([false, true])('strict: %s', (strict) => {
  test('a key is added, listed and works', async () => {
    const { account, client } = await openService({ strict })
    const added = await client.settings.addApiKey({ description: 'Läger 🔑' })
    expect(added).toMatchObject({ description: 'Läger 🔑', ipFilterEnabled: false, allowedIps: [], enabled: true })
    expect((await client.settings.apiKeys()).items).toContainEqual(added)
    const wire = (await account.get('/settings/apikeys')) as Json[]
    expect(wire.map(expected.apiKey)).toContainEqual(added)
    const own = openClient(account, { key: async () => added.key, profile: { user: added.hash } })
    expect((await own.settings.apiKeys()).items).toContainEqual(added)
  })

  test('a key bound to addresses is sent in the documented spelling', async () => {
    const { account, client } = await openService({ strict })
    const input = { description: 'bound', ipFilterEnabled: true, allowedIps: ['192.0.2.7', '2001:db8::/32'] }
    const added = await client.settings.addApiKey(input)
    expect(added).toMatchObject(input)
    expect(asked(account).at(-1)?.body).toEqual({
      description: 'bound',
      iPFilterEnabled: true,
      allowedIPs: ['192.0.2.7', '2001:db8::/32'],
    })
    const bound = openClient(account, { key: async () => added.key, profile: { user: added.hash } })
    await expect(bound.settings.apiKeys()).rejects.toMatchObject({ code: 'ip-not-allowed' })
    expect(bound.connection()).toBe('refused')
    account.sandbox.control.changeKey(added.id, { iPFilterEnabled: false, enabled: false })
    await expect(bound.settings.apiKeys()).rejects.toMatchObject({ code: 'key-disabled' })
  })

  test('a domain is added, updated and decoded', async () => {
    const { account, client } = await openService({ strict })
    const input = { sending: 'new.example', tracking: 'track.new.example', email: 'postmaster@new.example' }
    const added = await client.settings.addOrUpdateDomain(input)
    const wire = (await account.post('/settings/domains', input)) as Json
    expect(added).toEqual(expected.domain(wire))
    expect(added.records.length > 0).toBe(!strict)
    const updated = await client.settings.addOrUpdateDomain({ ...input, tracking: 'click.new.example' })
    expect(updated).toMatchObject({ id: added.id, sending: 'new.example', tracking: 'click.new.example' })
    await expect(client.settings.addOrUpdateDomain({ ...input, email: 'nobody' })).rejects.toMatchObject({
      code: 'invalid-request',
    })
  })

  test('a template is updated in every field', async () => {
    const { account, client } = await openService({ strict })
    const { store, clock } = account.sandbox
    const { id } = store.templates.add({ ...template, description: 'Before' }, clock.now())
    await client.templates.update(id, template)
    expect(store.templates.get(id)).toMatchObject({ ...template, name: 'winter-sale-ete' })
    expect(asked(account).at(-1)).toEqual({ call: `PUT /v1/settings/templates/${id}`, body: template })
    await expect(client.templates.update('no/such', template)).rejects.toMatchObject({ code: 'not-found' })
    const other = store.templates.add({ ...template, description: 'Other' }, clock.now())
    await expect(client.templates.update(other.id, template)).rejects.toMatchObject({ code: 'conflict' })
    expect(store.templates.get(other.id)).toMatchObject({ description: 'Other' })
  })
})
