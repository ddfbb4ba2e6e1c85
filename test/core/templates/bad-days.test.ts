import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openAccount } from '#test/support/open-app.ts'
import { eventually } from '#test/support/eventually.ts'
import { fileFailure, watchFiles } from '../support/failing-files.ts'
import { openStandIn, stored } from './stand-in.ts'
import { content, create, history, keptFiles, short, update } from './support.ts'

describe('An update', () => {
  test('is sent once the service’s copy and the new content are on the disk', async () => {
    const onDisk: string[] = []
    const { mailroom } = await openStandIn({
      templates: [{ ...stored }],
      onUpdate: () => {
        const files = keptFiles(mailroom).sort()
        onDisk.push(...files.map((file) => readFileSync(join(mailroom.folder, file), 'utf8')))
      },
    })
    await update(mailroom, '7')
    expect(onDisk).toHaveLength(2)
    expect(onDisk[0]).toContain('<p>At the service</p>')
    expect(onDisk[1]).toContain(content.html)
    expect(onDisk[1]).toContain('"state":"unknown"')
  })

  test.each(['writev', 'mkdir', 'rename'])('is not sent if nothing can be stored (%s on a full disk)', async (name) => {
    const { mailroom, updates } = await openStandIn({ templates: [{ ...stored }] })
    const stop = watchFiles((call) =>
      call.name === name && call.path.includes(join(mailroom.folder, 'templates')) ? fileFailure('ENOSPC') : null,
    )
    onTestFinished(stop)
    await expect(update(mailroom, '7')).rejects.toThrow(/disk is full/)
    expect(updates()).toEqual([])
    // The service’s versions can still be read.
    const { accountId } = mailroom
    expect(await mailroom.ask('templates.get', { accountId, id: '7' })).toMatchObject({
      source: 'service',
      version: null,
      problem: expect.stringMatching(/could not be saved.*disk is full/) as string,
    })
    stop()
    await update(mailroom, '7')
    expect(short(await history(mailroom, '7'))).toEqual([
      `update saved: ${content.subject}`,
      'read saved: At the service',
    ])
  })

  test('of a template that was changed elsewhere is not sent unless the user decides to', async () => {
    const { mailroom, service, updates } = await openStandIn({ templates: [{ ...stored }] })
    const { ask, accountId } = mailroom
    const { version: base } = await ask('templates.get', { accountId, id: '7' })
    service.templates[0]!.subject = 'Elsewhere'
    const error = await update(mailroom, '7', { base }).catch((thrown: unknown) => thrown)
    const [theirs] = await history(mailroom, '7')
    expect(error).toMatchObject({ code: 'template-changed', details: { version: theirs!.id } })
    expect(updates()).toEqual([])
    expect(short([theirs!])).toEqual(['read saved: Elsewhere'])
    await update(mailroom, '7', { base: theirs!.id })
    expect(service.templates[0]).toMatchObject({ subject: content.subject })
  })

  test('that the service refuses is stored as refused, once for all attempts', async () => {
    const mailroom = await openAccount()
    const { service } = mailroom
    const id = await create(mailroom)
    service.faults.set([{ kind: 'status', path: '/settings/templates/*', method: 'PUT', status: 400 }])
    for (const _try of [1, 2]) {
      await expect(update(mailroom, id, { subject: 'Refused' })).rejects.toMatchObject({ code: 'invalid-request' })
    }
    service.faults.clear()
    expect(short(await history(mailroom, id))).toEqual(['update refused: Refused', `create saved: ${content.subject}`])
    expect((await history(mailroom, id)).map(({ isCurrent }) => isCurrent)).toEqual([false, true])
  })

  test('of 2 MB of hostile HTML is stored byte for byte', async () => {
    const mailroom = await openAccount()
    const { ask, accountId } = mailroom
    const id = await create(mailroom)
    const html = `<script>alert(1)</script>\u0000\r\n{{${'{{a}}'.repeat(400_000)}`
    const { version } = await update(mailroom, id, { html })
    expect((await ask('templates.version', { accountId, id, version })).html).toBe(html)
    const { template } = await ask('templates.get', { accountId, id })
    expect(template!.html).toBe(html)
    expect(template!.variables).toEqual(['name', 'a'])
  })
})

describe('An update whose response was lost', () => {
  async function lost(method: 'cut' | 'status') {
    const mailroom = await openAccount()
    const id = await create(mailroom)
    const { ask, accountId, service } = mailroom
    const { version: base } = await ask('templates.get', { accountId, id })
    const effectId = crypto.randomUUID()
    const fault = { path: '/settings/templates/*', method: 'PUT', times: 1 }
    service.faults.set([method === 'cut' ? { kind: 'cut', ...fault } : { kind: 'status', status: 502, ...fault }])
    await expect(update(mailroom, id, { subject: 'Lost', base, effectId })).rejects.toMatchObject({
      code: 'outcome-unknown',
      details: { outcomeId: effectId },
    })
    service.faults.clear()
    return { mailroom, id, effectId, base }
  }

  test('is unknown until a check has found it', async () => {
    const { mailroom, id, effectId } = await lost('cut')
    expect((await history(mailroom, id))[0]).toMatchObject({ state: 'unknown', effectId, isCurrent: false })
    expect(await mailroom.ask('outcomes.check', { id: effectId })).toMatchObject({ state: 'happened' })
    await eventually(async () => {
      expect((await history(mailroom, id))[0]).toMatchObject({ subject: 'Lost', state: 'saved', isCurrent: true })
    })
  })

  test('was not made if a check finds the earlier content', async () => {
    const { mailroom, id, effectId } = await lost('status')
    expect(await mailroom.ask('outcomes.check', { id: effectId })).toMatchObject({ state: 'not-found' })
    await eventually(async () => {
      expect((await history(mailroom, id)).map(({ state }) => state)).toEqual(['refused', 'saved'])
    })
  })

  test('is checked after a restart, too', async () => {
    const { mailroom, id, effectId } = await lost('cut')
    const { accountId, service } = mailroom
    await mailroom.restart()
    await mailroom.ask('accounts.replaceKey', { id: accountId, key: service.credentials.key, keep: 'this-run' })
    expect((await history(mailroom, id))[0]).toMatchObject({ state: 'unknown' })
    await mailroom.ask('outcomes.check', { id: effectId })
    await eventually(async () => expect((await history(mailroom, id))[0]).toMatchObject({ state: 'saved' }))
  })

  test('is confirmed by the next read, and causes no conflict for its author', async () => {
    const { mailroom, id, base } = await lost('cut')
    await update(mailroom, id, { subject: 'Next', base })
    expect(short(await history(mailroom, id))).toEqual([
      'update saved: Next',
      'update saved: Lost',
      `create saved: ${content.subject}`,
    ])
  })
})

describe('An update that arrived although its response was lost', () => {
  async function arrived() {
    const { mailroom, service } = await openStandIn({ templates: [{ ...stored }] })
    const { ask, accountId } = mailroom
    const { version: base } = await ask('templates.get', { accountId, id: '7' })
    service.cutsUpdates = true
    const effectId = crypto.randomUUID()
    await expect(update(mailroom, '7', { subject: 'Lost', base, effectId })).rejects.toThrow()
    service.cutsUpdates = false
    return { mailroom, service, base, effectId }
  }

  test.each(['read', 'check'] as const)(
    'does not count as another’s change after a %s has found it',
    async (finder) => {
      const { mailroom, service, base, effectId } = await arrived()
      const { ask, accountId } = mailroom
      if (finder === 'read') await ask('templates.get', { accountId, id: '7' })
      else await ask('outcomes.check', { id: effectId })
      await eventually(async () => {
        expect((await history(mailroom, '7'))[0]).toMatchObject({ state: 'saved', answerLost: true })
      })
      await update(mailroom, '7', { subject: 'Next', base })
      expect(service.templates[0]).toMatchObject({ subject: 'Next' })
      // The update’s response has arrived, so editing an older version has to be confirmed.
      await expect(update(mailroom, '7', { subject: 'Later', base })).rejects.toMatchObject({
        code: 'template-changed',
      })
    },
  )
})

test('an update whose response was lost is looked up in the list if no single template can be read', async () => {
  const { mailroom, service } = await openStandIn({ templates: [{ ...stored }], lacks: ['get'], cutsUpdates: true })
  const effectId = crypto.randomUUID()
  await expect(update(mailroom, '7', { effectId })).rejects.toMatchObject({ code: 'outcome-unknown' })
  expect(service.templates[0]).toMatchObject({ subject: content.subject })
  expect(await mailroom.ask('outcomes.check', { id: effectId })).toMatchObject({ state: 'happened' })
})

test('a version with long names full of control characters is still there after a restart', async () => {
  const mailroom = await openAccount()
  const variables = Array.from({ length: 100 }, (_, at) => `{{${'\u0001'.repeat(190)}${at}}}`)
  const id = await create(mailroom, { html: variables.join(' ') })
  await mailroom.restart()
  expect(await mailroom.ask('templates.history', { accountId: mailroom.accountId, id })).toMatchObject({
    versions: [{ subject: content.subject }],
    unreadable: 0,
  })
})

describe('A file of a version that is damaged', () => {
  test.each([
    ['shortened', (path: string) => truncateSync(path, statSync(path).size - 10)],
    ['cut in its head', (path: string) => truncateSync(path, 100)],
    ['empty', (path: string) => writeFileSync(path, '')],
    ['no version at all', (path: string) => writeFileSync(path, '<html>')],
    ['longer', (path: string) => appendFileSync(path, 'more')],
  ])('(%s) affects no other version, and is stored again', async (_, damage) => {
    const mailroom = await openAccount()
    const { ask, accountId, service, folder } = mailroom
    const id = await create(mailroom)
    await update(mailroom, id, { subject: 'Second' })
    await mailroom.close()
    damage(join(folder, keptFiles(mailroom).sort().at(-1)!))
    await mailroom.start()
    await ask('accounts.replaceKey', { id: accountId, key: service.credentials.key, keep: 'this-run' })
    const { versions, unreadable } = await ask('templates.history', { accountId, id })
    expect(short(versions)).toEqual([`create saved: ${content.subject}`])
    expect(unreadable).toBe(1)
    const { version } = await ask('templates.get', { accountId, id })
    expect(await ask('templates.version', { accountId, id, version: version! })).toMatchObject({ subject: 'Second' })
  })

  test('inside its content is refused with an error message', async () => {
    const mailroom = await openAccount()
    const { ask, accountId, folder } = mailroom
    const id = await create(mailroom)
    const [version] = await history(mailroom, id)
    const path = join(folder, keptFiles(mailroom)[0]!)
    writeFileSync(path, readFileSync(path, 'utf8').replace('On its way', 'On my way!'))
    await expect(ask('templates.version', { accountId, id, version: version!.id })).rejects.toThrow(
      /version’s file is damaged.*not affected/,
    )
  })
})
