import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Files } from '#core/base/ports.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'
import { fileFailure, watchFiles } from '../support/failing-files.ts'

let mailroom: OpenApp
const namesIn = (name: string) => readdir(join(mailroom.folder, name)).catch(() => [])

/** An app with an account, whose save dialog the test controls. */
async function start(chooseSaveTarget: Files['chooseSaveTarget'] = () => Promise.resolve(null)): Promise<string> {
  mailroom = await openApp(({ capabilities, files }) => ({
    capabilities: { ...capabilities, saveToDisk: true },
    files: { ...files, chooseSaveTarget },
  }))
  return (await mailroom.addAccount()).id
}

/** A file that Mailroom created for the page to save. */
async function aCopy(): Promise<string> {
  await mkdir(join(mailroom.folder, 'logs'), { recursive: true })
  await writeFile(join(mailroom.folder, 'logs', 'mailroom.log'), '')
  return (await mailroom.ask('logs.bundle')).fileToken
}

test('the next start removes files that an earlier run kept for its page or left behind while reading', async () => {
  await start()
  for (const name of ['exports/source.eml', 'reading/file-1/spool']) {
    await mkdir(join(mailroom.folder, name, '..'), { recursive: true })
    await writeFile(join(mailroom.folder, name), 'jane@example.org')
  }
  await mailroom.restart()
  expect([await namesIn('exports'), await namesIn('reading')]).toEqual([[], []])
})

test('erasing a person removes every copy that is waiting to be saved, but none of the user’s files', async () => {
  const accountId = await start()
  const token = await aCopy()
  const own = join(mailroom.folder, 'own.csv')
  await writeFile(own, 'mine')
  const ownToken = (await mailroom.app.files.register(own)).token
  expect(await namesIn('exports')).toHaveLength(1)
  await mailroom.ask('recipients.erase', { accountId, email: 'jane@example.org' })
  expect(await namesIn('exports')).toEqual([])
  await expect(mailroom.ask('files.saveAs', { token, name: 'a' })).rejects.toMatchObject({ code: 'file-gone' })
  expect(mailroom.app.files.find(ownToken)).toMatchObject({ name: 'own.csv' })
  await mailroom.ask('files.release', { token: ownToken })
  expect(await readFile(own, 'utf8')).toBe('mine')
})

test('a copy that is being saved while a person is erased is saved first and then removed', async () => {
  const [asked, chosen] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  const accountId = await start(() => {
    asked.resolve()
    return chosen.promise
  })
  const token = await aCopy()
  const saving = mailroom.ask('files.saveAs', { token, name: 'log.txt.gz' })
  await asked.promise
  await mailroom.ask('recipients.erase', { accountId, email: 'jane@example.org' })
  expect(await namesIn('exports')).toHaveLength(1)
  chosen.resolve(join(mailroom.folder, 'saved.gz'))
  expect(await saving).toEqual({ saved: true })
  expect((await readFile(join(mailroom.folder, 'saved.gz'))).length).toBeGreaterThan(0)
  await expect.poll(() => namesIn('exports')).toEqual([])
})

test('a file made by the page is kept under a safe name until it is saved', async () => {
  await start(() => Promise.resolve(join(mailroom.folder, 'saved.png')))
  const keep = {
    name: '../a/b:\u202Egnp.png',
    encoding: 'base64',
    content: Buffer.from([1, 2, 255]).toString('base64'),
  }
  const { token } = await mailroom.ask('files.keep', { ...keep, encoding: 'base64' as const })
  expect(mailroom.app.files.find(token).name).toBe('-a-b--gnp.png')
  expect(await mailroom.ask('files.saveAs', { token, name: 'chart.png' })).toEqual({ saved: true })
  expect([...(await readFile(join(mailroom.folder, 'saved.png')))]).toEqual([1, 2, 255])
})

test('nothing is left of a file of the page that a full disk refused', async () => {
  await start()
  onTestFinished(watchFiles(({ name }) => (name === 'writev' ? fileFailure('ENOSPC') : null)))
  const keep = { name: 'chart.png', encoding: 'base64' as const, content: 'AQI=' }
  await expect(mailroom.ask('files.keep', keep)).rejects.toMatchObject({ code: 'disk' })
  expect(await namesIn('exports')).toEqual([])
})
