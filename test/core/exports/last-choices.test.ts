import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endedExport, exported, layoutOf, newFolder, openArchived, wanted, withFolders } from './support/exporting.ts'

test('the list remembers the last choices, restores a removed entry, and runs a finished one as a new one', async () => {
  const mailroom = await openArchived(3)
  const { ask, accountId } = mailroom
  const { path, token } = await newFolder(mailroom)
  const layout = layoutOf('xlsx', { columns: ['email', 'meta:order'], zone: 'Asia/Tokyo' })
  const { id, folder } = await exported(mailroom, wanted(mailroom, token, { layout }))
  await mailroom.restart(withFolders)
  const saveAs = { name: 'Messages', ifTaken: 'keep-both' }
  const last = await ask('exports.last', { accountId })
  expect(last).toMatchObject({ layout, saveAs, folder: { name: folder } })
  await ask('exports.remove', { id })
  expect(await ask('exports.list', { accountId })).toEqual([])
  expect(await ask('exports.restore', { id })).toMatchObject({ id, state: 'done' })
  const again = await ask('exports.runAgain', { id })
  expect(again.id).not.toBe(id)
  await endedExport(mailroom, again.id)
  expect(await readdir(path)).toEqual(['Messages (2).xlsx', 'Messages.xlsx'])
  expect((await exported(mailroom, wanted(mailroom, null))).folder).toBe(folder)
  // A form that still shows this folder writes to it, even after an export to another one in another window.
  const other = await newFolder(mailroom)
  await exported(mailroom, wanted(mailroom, other.token))
  await exported(mailroom, wanted(mailroom, last.folder!.token))
  expect([(await readdir(path)).length, (await readdir(other.path)).length]).toEqual([4, 1])
  await rm(path, { recursive: true })
  expect((await ask('exports.last', { accountId })).folder).toEqual(last.folder)
  await ask('accounts.remove', { id: accountId, archive: 'delete' })
  expect(await readFile(join(mailroom.folder, 'exports.json'), 'utf8')).not.toContain(accountId)
})
