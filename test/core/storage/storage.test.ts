import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { msPerDay } from '#shared/domain/base/durations.ts'
import { addFile, inState, newDraft, now, person } from '#test/core/sends/support/sending.ts'
import { openAccount, openApp } from '#test/support/open-app.ts'

test('each account shows how much it stores, and of what kind', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  const other = await mailroom.addAccount({ name: 'Other', storeHistory: false })
  await ask('archive.info', { accountId })
  const draftId = await newDraft(mailroom, { rows: [person('ann@example.org')] })
  const part = await addFile(mailroom, draftId, { name: 'offer.txt', kind: 'attachment', bytes: 'x'.repeat(100_000) })
  await ask('drafts.save', { id: draftId, content: { parts: [part] } })
  const parts = async (id: string) => {
    const { accounts } = await ask('storage.list')
    return Object.fromEntries(accounts.find((one) => one.accountId === id)!.parts.map((one) => [one.part, one]))
  }
  const drafts = (await parts(accountId))['drafts']!
  expect(drafts).toMatchObject({ items: 1 })
  expect(drafts.bytes).toBeGreaterThan(100_000)
  expect((await parts(accountId))['archive']!.bytes).toBeGreaterThan(1000)
  expect(await parts(other.id)).toMatchObject({ drafts: { bytes: 0, items: 0 }, sends: { bytes: 0, items: 0 } })
  await ask('sends.start', { draftId, ...now })
  await inState(mailroom, draftId, 'sent')
  expect(await parts(accountId)).toMatchObject({ drafts: { items: 0 }, sends: { items: 1 } })
  expect((await parts(accountId))['bodies']).toMatchObject({ bytes: expect.any(Number) as number, items: null })
})

test('a clean-up removes only old sends that are no longer needed', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  const draft = () => newDraft(mailroom, { rows: [person('ann@example.org')] })
  const [ended, planned] = [await draft(), await draft()]
  await ask('sends.start', { draftId: ended, ...now })
  await inState(mailroom, ended, 'sent')
  await ask('sends.start', { draftId: planned, at: Date.now() + 200 * msPerDay, undoSeconds: 0 })
  const left = async () => (await ask('sends.list', { accountId })).map(({ id }) => id).sort()
  const cleanUp = (olderThanDays: number) => ask('storage.cleanUp', { accountId, part: 'sends', olderThanDays })
  expect(await cleanUp(90)).toEqual({ bytes: 0 })
  expect(await left()).toEqual([ended, planned].sort())
  expect((await cleanUp(0)).bytes).toBeGreaterThan(100)
  expect(await left()).toEqual([planned])
})

test('an account whose records were kept is listed, can be restored, and can be deleted', async () => {
  const mailroom = await openAccount({ name: 'Shop', recipientAllowList: ['@shop.example'] })
  const { ask, accountId } = mailroom
  await ask('archive.info', { accountId })
  await ask('accounts.remove', { id: accountId, archive: 'keep' })
  const [kept] = (await ask('storage.list')).removed
  expect(kept).toMatchObject({ id: accountId, name: 'Shop', baseUrl: mailroom.service.url })
  expect(kept!.bytes).toBeGreaterThan(1000)
  const taken = await mailroom.addAccount({ name: 'shop' })

  // Two windows may try this at the same time.
  const both = await Promise.allSettled([1, 2].map(() => ask('storage.putBack', { id: accountId })))
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const account = (await ask('accounts.list')).accounts.find(({ id }) => id === accountId)!
  expect(account).toMatchObject({ id: accountId, name: 'Shop 2', keyState: 'missing' })
  expect(account.recipientAllowList).toEqual(['@shop.example'])
  expect(await ask('storage.list')).toMatchObject({ removed: [] })
  expect((await ask('archive.info', { accountId })).messages).toBe(0)
  await expect(ask('storage.putBack', { id: taken.id })).rejects.toMatchObject({ code: 'not-found' })
  await expect(ask('storage.deleteRemoved', { id: accountId })).rejects.toMatchObject({ code: 'not-found' })

  await ask('accounts.remove', { id: accountId, archive: 'keep' })
  expect((await ask('storage.deleteRemoved', { id: accountId })).bytes).toBeGreaterThan(1000)
  expect(await readdir(join(mailroom.folder, 'accounts'))).not.toContain(accountId)
  await expect(ask('storage.deleteRemoved', { id: '..' })).rejects.toMatchObject({ code: 'not-found' })
})

test('records of an account that an earlier version removed can be read and deleted, too', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  await ask('archive.info', { accountId })
  await mailroom.close()
  await writeFile(join(mailroom.folder, 'accounts.json'), JSON.stringify({ accounts: [], currentId: null }))
  await mailroom.start()
  expect((await ask('storage.list')).removed).toMatchObject([{ id: accountId, name: null, removedAt: null }])
  expect(await ask('storage.putBack', { id: accountId })).toMatchObject({ name: 'Removed account', readOnly: true })
  expect((await ask('archive.info', { accountId })).messages).toBe(0)
})

test('damaged files that were set aside are counted and deleted, and nothing else is', async () => {
  const mailroom = await openApp()
  const folder = join(mailroom.folder, 'compose', 'drafts', 'one')
  await mkdir(folder, { recursive: true })
  const [aside, own] = [join(folder, 'content.json.broken-1'), join(folder, 'my.broken-heart')]
  await writeFile(aside, '12345')
  await writeFile(own, '1')
  expect((await mailroom.ask('storage.list')).aside).toEqual({ files: 1, bytes: 5 })
  expect(await mailroom.ask('storage.deleteAside')).toEqual({ bytes: 5 })
  // Even empty, the file records that the draft beside it was damaged.
  expect((await stat(aside)).size).toBe(0)
  expect((await mailroom.ask('storage.list')).aside).toEqual({ files: 0, bytes: 0 })
  expect((await stat(own)).size).toBe(1)
})
