import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { eventually } from '#test/support/eventually.ts'
import { openAccount, openApp } from '#test/support/open-app.ts'
import { Wire } from '#test/support/wire.ts'
import { content, create, history, keptFiles, short, update } from './support.ts'

describe('The versions of a template', () => {
  test('are those that were created, sent, and found at the service', async () => {
    const mailroom = await openAccount()
    const { ask, accountId, service } = mailroom
    const id = await create(mailroom)
    const { version: base } = await ask('templates.get', { accountId, id })
    const sent = await update(mailroom, id, { subject: 'Second', base })
    expect(sent).toMatchObject({ name: 'order-sent' })
    expect(short(await history(mailroom, id))).toEqual(['update saved: Second', `create saved: ${content.subject}`])
    expect(await ask('templates.version', { accountId, id, version: base! })).toEqual(content)
    expect(await ask('templates.get', { accountId, id })).toMatchObject({
      source: 'service',
      version: sent.version,
      template: { ...content, subject: 'Second', name: 'order-sent', variables: ['name'] },
    })
    await changeElsewhere(service, id)
    const found = await ask('templates.get', { accountId, id })
    expect(found.template).toMatchObject({ subject: 'Elsewhere' })
    expect(short(await history(mailroom, id))[0]).toBe('read saved: Elsewhere')
    expect((await history(mailroom, id)).map(({ isCurrent }) => isCurrent)).toEqual([true, false, false])
    const { templates } = await ask('templates.list', { accountId })
    expect(templates!.find((one) => one.id === id)).toMatchObject({ versions: 3, variables: ['name'] })
  })

  test('are not added by reading the same content again, and can be rolled back', async () => {
    const mailroom = await openAccount()
    const { ask, accountId } = mailroom
    const id = await create(mailroom)
    const { version: first } = await ask('templates.get', { accountId, id })
    await update(mailroom, id, { html: '<p>{{name}}, it is on its way</p>' })
    const { version: base } = await ask('templates.get', { accountId, id })
    expect(await history(mailroom, id)).toHaveLength(2)
    const effect = { effectId: crypto.randomUUID(), base }
    await ask('templates.rollBack', { accountId, id, version: first!, ...effect })
    const { template, version } = await ask('templates.get', { accountId, id })
    expect(template).toMatchObject(content)
    const [newest] = await history(mailroom, id)
    expect(newest).toMatchObject({ id: version, origin: 'rollBack', of: first, state: 'saved', isCurrent: true })
  })

  test('are not added twice by two reads at the same time', async () => {
    const mailroom = await openAccount()
    const { ask, accountId, service } = mailroom
    const id = await create(mailroom)
    await changeElsewhere(service, id)
    const reads = await Promise.all([1, 2, 3].map(() => ask('templates.get', { accountId, id })))
    expect(new Set(reads.map(({ version }) => version)).size).toBe(1)
    expect(await history(mailroom, id)).toHaveLength(2)
  })

  test('are still there after a restart, and are removed with the account', async () => {
    const mailroom = await openAccount()
    const { accountId, service, folder } = mailroom
    const id = await create(mailroom)
    await update(mailroom, id, { subject: 'Second' })
    const before = await history(mailroom, id)
    await mailroom.restart()
    const { key } = service.credentials
    await mailroom.ask('accounts.replaceKey', { id: accountId, key, keep: 'this-run' })
    expect(await history(mailroom, id)).toEqual(before)
    await mailroom.ask('accounts.remove', { id: accountId, archive: 'delete' })
    expect(existsSync(join(folder, 'templates', accountId))).toBe(false)
  })

  test('are limited to 200 for each template: the oldest are removed first', async () => {
    const mailroom = await openAccount()
    const { ask, accountId } = mailroom
    const id = await create(mailroom)
    for (let at = 1; at <= 205; at++) await update(mailroom, id, { subject: `Subject ${at}` })
    const versions = await history(mailroom, id)
    expect(versions).toHaveLength(200)
    expect(short(versions).at(0)).toBe('update saved: Subject 205')
    expect(short(versions).at(-1)).toBe('update saved: Subject 6')
    expect(keptFiles(mailroom)).toHaveLength(200)
    expect(await ask('templates.version', { accountId, id, version: versions.at(-1)!.id })).toMatchObject({
      subject: 'Subject 6',
    })
  })

  test('are removed with the templates of a sandbox that starts over', async () => {
    const mailroom = await openApp()
    const { ask } = mailroom
    const { id: accountId } = await ask('sandbox.explore', { scenario: 'empty' })
    await ask('templates.create', { accountId, effectId: crypto.randomUUID(), ...content })
    expect(keptFiles(mailroom)).toHaveLength(1)
    await ask('sandbox.reset', { scenario: 'empty' })
    await eventually(() => expect(keptFiles(mailroom)).toEqual([]))
    expect((await ask('templates.list', { accountId })).known).toEqual([])
  })

  test('of a removed template are kept, so that it can be created again', async () => {
    const mailroom = await openAccount()
    const { ask, accountId } = mailroom
    const id = await create(mailroom)
    await ask('templates.remove', { accountId, id, effectId: crypto.randomUUID() })
    const { templates, known, canRemove } = await ask('templates.list', { accountId })
    expect(templates!.map((one) => one.id)).not.toContain(id)
    expect(known).toMatchObject([{ id, description: 'Order sent', versions: 1, variables: ['name'] }])
    expect(canRemove).toBe('yes')
    await expect(ask('templates.get', { accountId, id })).rejects.toMatchObject({ code: 'not-found' })
    const [kept] = await history(mailroom, id)
    const again = await ask('templates.version', { accountId, id, version: kept!.id })
    const second = await create(mailroom, again)
    // Both templates have had this name. It refers to the one that has it now.
    expect(await history(mailroom, 'order-sent')).toEqual(await history(mailroom, second))
  })
})

/** Changes a template as another program would. */
async function changeElsewhere({ url, credentials }: Sandbox, id: string): Promise<void> {
  const { html: htmlContent, text: textContent, description, from } = content
  const body = { description, from: { address: from.address }, subject: 'Elsewhere', htmlContent, textContent }
  const answer = await new Wire({ url, ...credentials }).call('PUT', `/settings/templates/${id}`, { body })
  expect(answer.status).toBe(200)
}
