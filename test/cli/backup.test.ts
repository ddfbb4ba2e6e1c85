import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { ended } from '#test/core/imports/support.ts'
import { startTestHost } from '#test/support/browser-host.ts'
import { askApp } from '#test/support/test-ports.ts'
import { account } from './support/cli-account.ts'
import { filledFolder } from './support/filled-folder.ts'
import { runCli, spawnCli, startCli } from './support/run-cli.ts'

/** A data folder that no running Mailroom has open. */
async function closedFolder() {
  const filled = await filledFolder(undefined, ['One', 'Two'])
  await filled.archive.close()
  const keys = ['--account', 'Shop', '--data', filled.data, '--secrets', 'memory']
  return { ...filled, out: await temporaryFolder(), keys }
}

test('mailroom backup makes the same file with and without a running app, and the app can import it', async () => {
  const { data, messages, out, keys } = await closedFolder()
  const [alone, beside] = [join(out, 'alone.sqlite'), join(out, 'beside')]
  expect(await spawnCli(['backup', alone, ...keys]).ended).toEqual({ code: 0, stdout: '', stderr: '' })
  const host = await startTestHost({ dataFolder: data })
  onTestFinished(() => host.close())
  const done = await runCli(['backup', beside, '--json', ...keys])
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(done.stdout)).toMatchObject({
    event: 'done',
    file: beside,
    messages: messages.length,
    bytes: (await stat(beside)).size,
  })
  expect((await readdir(out)).sort()).toEqual(['alone.sqlite', 'beside'])
  await expect.poll(() => readdir(join(data, 'exports')).catch(() => [])).toEqual([])

  const ask = askApp(host.app)
  for (const [id, path] of [
    ['one', alone],
    ['two', beside],
  ] as const) {
    const { token } = await host.app.files.register(path)
    const { jobId } = await ask('imports.start', { accountId: id, token })
    expect(await ended({ ask }, jobId)).toMatchObject({ state: 'done' })
    expect(await ask('archive.info', { accountId: id })).toMatchObject({ messages: messages.length })
  }
})

test('mailroom backup overwrites nothing without --force, and reports errors before it begins', async () => {
  const { out, keys } = await closedFolder()
  const taken = join(out, 'taken')
  await writeFile(taken, 'mine')
  await mkdir(join(out, 'folder'))
  const ends = [
    [[], 2, 'needs a FILE'],
    [['-'], 2, 'can’t be written to stdout'],
    [[taken], 2, 'already exists'],
    [[join(out, 'folder')], 2, 'is a folder'],
    [[join(out, 'folder'), '--force'], 2, 'is a folder'],
    [[join(out, 'gone', 'a')], 1, 'does not exist'],
    [[join(out, 'a'), '--account', 'Nobody'], 2, 'There is no account named Nobody'],
  ] as const
  for (const [args, code, sentence] of ends) {
    const found = await runCli(['backup', ...keys, ...args])
    expect(found).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(sentence) as string })
  }
  expect((await readdir(out)).sort()).toEqual(['folder', 'taken'])
  expect((await stat(taken)).size).toBe(4)
  expect(await runCli(['backup', taken, '--force', ...keys])).toEqual({ code: 0, stdout: '', stderr: '' })
  expect((await stat(taken)).size).toBeGreaterThan(4)
  expect((await readdir(out)).sort()).toEqual(['folder', 'taken'])
})

test('Ctrl+C during a backup leaves no file', async () => {
  const { data, out, keys } = await closedFolder()
  const host = await startTestHost({ dataFolder: data })
  onTestFinished(() => host.close())
  const { interrupt, ended: end } = startCli(['backup', join(out, 'a'), ...keys])
  const stop = host.app.subscribe((event) => event.name === 'jobs.changed' && interrupt())
  onTestFinished(stop)
  expect(await end).toMatchObject({ code: 130, stdout: '' })
  expect(await readdir(out)).toEqual([])
})

test('an account without stored history has nothing to back up', async () => {
  const { data, sandbox } = await account()
  const out = await temporaryFolder()
  const host = await startTestHost({ dataFolder: data })
  onTestFinished(() => host.close())
  const { user, key } = sandbox.credentials
  const profile = { ...accountDefaults, name: 'Live', baseUrl: sandbox.url, user, storeHistory: false }
  await askApp(host.app)('accounts.create', { profile, key, keep: 'this-run' })
  const found = await runCli(['backup', join(out, 'a'), '--account', 'Live', '--data', data])
  expect(found).toMatchObject({ code: 1, stderr: expect.stringContaining('keeps no history') as string })
  expect(await readdir(out)).toEqual([])
})
