import { describe, expect, test } from 'vitest'
import { openAccount } from '#test/support/open-app.ts'
import { openStandIn, stored } from './stand-in.ts'
import { content, create, history, short, update } from './support.ts'

const id = '7'

describe('An account that can neither list nor read its templates', () => {
  const nothing = { templates: [{ ...stored }], lacks: ['list', 'get'] } as const

  test('updates one by its id, and has the versions that were sent from here', async () => {
    const { mailroom, service, updates } = await openStandIn({ ...nothing, templates: [{ ...stored }] })
    const { ask, accountId } = mailroom
    expect(await ask('templates.list', { accountId })).toMatchObject({ templates: null, known: [], unreadable: 0 })
    expect(await ask('templates.get', { accountId, id })).toMatchObject({ source: 'none', template: null })
    const { version: base } = await update(mailroom, id)
    expect(service.templates[0]).toMatchObject({ subject: content.subject })
    expect(await ask('templates.get', { accountId, id })).toMatchObject({
      source: 'kept',
      template: content,
      version: base,
      problem: expect.stringContaining('can’t read') as string,
    })
    await update(mailroom, id, { subject: 'Second', base })
    expect(short(await history(mailroom, id))).toEqual(['update saved: Second', `update saved: ${content.subject}`])
    expect((await ask('templates.list', { accountId })).known).toMatchObject([{ id, subject: 'Second', versions: 2 }])
    expect(updates()).toHaveLength(2)
  })

  test('asks before a draft undoes a roll back that was made since', async () => {
    const { mailroom, updates } = await openStandIn({ ...nothing, templates: [{ ...stored }] })
    const { ask, accountId } = mailroom
    const { version: first } = await update(mailroom, id)
    const { version: base } = await update(mailroom, id, { subject: 'Second', base: first })
    const effect = { effectId: crypto.randomUUID(), base }
    const { version } = await ask('templates.rollBack', { accountId, id, version: first, ...effect })
    await expect(update(mailroom, id, { subject: 'Draft', base })).rejects.toMatchObject({
      code: 'template-changed',
      details: { version },
    })
    expect(updates()).toHaveLength(3)
    await update(mailroom, id, { subject: 'Draft', base: version })
    expect(updates()).toHaveLength(4)
  })

  test('retries an update whose response was lost', async () => {
    const { mailroom, service } = await openStandIn({ ...nothing, templates: [{ ...stored }] })
    const { version: base } = await update(mailroom, id)
    service.cutsUpdates = true
    await expect(update(mailroom, id, { subject: 'Lost', base })).rejects.toMatchObject({ code: 'outcome-unknown' })
    service.cutsUpdates = false
    await update(mailroom, id, { subject: 'Again', base })
    expect(service.templates[0]).toMatchObject({ subject: 'Again' })
  })

  test('reports a missing template, and keeps the content as refused', async () => {
    const { mailroom } = await openStandIn({ ...nothing, templates: [] })
    await expect(update(mailroom, id)).rejects.toMatchObject({ code: 'not-found' })
    expect(short(await history(mailroom, id))).toEqual([`update refused: ${content.subject}`])
  })
})

test('a service with only the documented operations updates a template by its id', async () => {
  const mailroom = await openAccount({}, { scenario: 'demo', strict: true })
  const { ask, accountId } = mailroom
  expect(await ask('templates.list', { accountId })).toMatchObject({ templates: null })
  await expect(create(mailroom)).rejects.toMatchObject({ code: 'not-found' })
  await expect(update(mailroom, 'none')).rejects.toMatchObject({ code: 'not-found' })
})

test('an account that can only list them reads the copy from the list, by id or by name', async () => {
  const { mailroom, service, updates } = await openStandIn({ templates: [{ ...stored }], lacks: ['get'] })
  const { ask, accountId } = mailroom
  const { version: base, template } = await ask('templates.get', { accountId, id: 'order-sent' })
  expect(template).toMatchObject({ id, subject: 'At the service' })
  service.templates[0]!.subject = 'Elsewhere'
  const code = 'template-changed'
  await expect(update(mailroom, 'order-sent', { base })).rejects.toMatchObject({ code })
  await expect(update(mailroom, 'order-sent', { base: null })).rejects.toMatchObject({ code })
  await update(mailroom, 'order-sent')
  expect(updates().map(({ url }) => url)).toEqual(['/v1/settings/templates/7'])
  await expect(ask('templates.get', { accountId, id: 'gone' })).rejects.toMatchObject({ code: 'not-found' })
})

test('an update is not sent while the service refuses to show a template that the account could read before', async () => {
  const { mailroom, service, updates } = await openStandIn({ templates: [{ ...stored }] })
  const { ask, accountId } = mailroom
  const { version: base } = await ask('templates.get', { accountId, id })
  service.templates[0]!.subject = 'Elsewhere'
  service.lacks = ['list', 'get']
  await expect(update(mailroom, id, { base })).rejects.toMatchObject({ code: 'template-unread' })
  const removal = { accountId, id, effectId: crypto.randomUUID() }
  await expect(ask('templates.remove', removal)).rejects.toMatchObject({ code: 'template-unread' })
  expect(updates()).toEqual([])
  service.lacks = []
  await expect(update(mailroom, id, { base })).rejects.toMatchObject({ code: 'template-changed' })
})

test('a template without content is not a version, and its fields are otherwise read as far as possible', async () => {
  const { htmlContent: _html, textContent: _text, ...bare } = stored
  const partial = { id: '8', name: 'welcome', htmlContent: '<p>{{name}} {{name}} {{Total}}</p>', from: null }
  const { mailroom } = await openStandIn({ templates: [bare, partial, { id: '' }] })
  const { ask, accountId } = mailroom
  expect(await ask('templates.get', { accountId, id })).toMatchObject({
    source: 'none',
    problem: expect.stringContaining('without content') as string,
  })
  expect(await history(mailroom, id)).toEqual([])
  const { templates } = await ask('templates.list', { accountId })
  expect(templates!.find((one) => one.id === '8')).toMatchObject({
    name: 'welcome',
    description: 'welcome',
    from: { address: '', name: '' },
    subject: '',
    textBytes: 0,
    createdAt: null,
    variables: ['name', 'Total'],
  })
})

test('a list with unreadable entries contains the others', async () => {
  const { mailroom } = await openStandIn({ templates: [{ ...stored }, { description: 'no id' } as never] })
  const { ask, accountId } = mailroom
  expect(await ask('templates.list', { accountId })).toMatchObject({ templates: [{ id }], unreadable: 1 })
})

describe('A template', () => {
  test('is mailed as a test, but only to people to whom the account may write', async () => {
    const mailroom = await openAccount({ recipientAllowList: ['@example.org'] })
    const { ask, accountId, service } = mailroom
    const effect = () => ({ accountId, effectId: crypto.randomUUID() })
    const template = await create(mailroom)
    await expect(
      ask('templates.test', { ...effect(), id: template, recipient: 'a@elsewhere.example' }),
    ).rejects.toMatchObject({ code: 'recipient-not-allowed' })
    await ask('templates.test', { ...effect(), id: template, recipient: 'a@example.org' })
    expect(service.control.outbox(10)).toMatchObject([{ subject: content.subject }])
    expect(await ask('templates.list', { accountId })).toMatchObject({ canTest: 'yes', canAdd: 'yes', canRead: 'yes' })
  })

  test('that an account cannot delete or test is reported once, and remembered', async () => {
    const { mailroom } = await openStandIn({ templates: [{ ...stored }] })
    const { ask, accountId } = mailroom
    const effect = () => ({ accountId, id, effectId: crypto.randomUUID() })
    await expect(ask('templates.remove', effect())).rejects.toMatchObject({ code: 'not-available' })
    await expect(ask('templates.test', { ...effect(), recipient: 'a@x.org' })).rejects.toMatchObject({
      code: 'not-available',
    })
    await expect(create(mailroom)).rejects.toMatchObject({ code: 'not-available' })
    expect(await ask('templates.list', { accountId })).toMatchObject({ canRemove: 'no', canTest: 'no', canAdd: 'no' })
  })

  test('with the name of another one is refused by the service, and nothing is stored', async () => {
    const mailroom = await openAccount()
    await create(mailroom)
    await expect(create(mailroom)).rejects.toMatchObject({ code: 'conflict' })
  })
})

test('a read-only account refuses every change without calling the service', async () => {
  const { mailroom, seen } = await openStandIn({ templates: [{ ...stored }] }, { readOnly: true })
  const { ask, accountId } = mailroom
  const effect = { accountId, id, effectId: crypto.randomUUID() }
  const { version } = await ask('templates.get', { accountId, id })
  seen.length = 0
  const effects = await Promise.allSettled([
    update(mailroom, id, { base: version }),
    create(mailroom),
    ask('templates.rollBack', { ...effect, version: version!, base: null }),
    ask('templates.remove', effect),
    ask('templates.test', { ...effect, recipient: 'a@example.org' }),
  ])
  const refused = { status: 'rejected', reason: { code: 'read-only-account' } }
  expect(effects).toMatchObject(effects.map(() => refused))
  expect(seen).toEqual([])
  expect(await history(mailroom, id)).toHaveLength(1)
})
