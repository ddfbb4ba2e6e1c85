import { mkdir, readdir, rename, rmdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runServe, spawnBrowserHost } from '#test/support/browser-host.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { HttpClient } from '#test/support/http-client.ts'

let folder: DataFolder
beforeEach(async () => {
  folder = await createDataFolder()
})
afterEach(() => folder.remove())

/** A run that is expected to end by itself. */
async function run(...flags: string[]) {
  const { ended, log, output } = runServe(['--secrets', 'memory', ...flags])
  return { code: await ended, log: log(), output: output() }
}

test('prints its address on one line of stdout, and nothing else there', async () => {
  const host = runServe(['--secrets', 'memory', '--data', folder.path])
  const url = await host.ready
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}$/)
  host.process.kill('SIGTERM')
  expect(await host.ended).toBe(0)
  expect(JSON.parse(host.output())).toEqual({ ready: 'mailroom', url, data: folder.path })
  expect(host.output().trim().split('\n')).toHaveLength(1)
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it properly and releases the folder', async (signal) => {
  const host = await spawnBrowserHost({ dataFolder: folder.path })
  const client = await HttpClient.signIn(host.link)
  const stop = await client.subscribe(() => undefined)
  await client.invoke('settings.change', { theme: 'dark' })
  expect(await host.stop(signal)).toBe(0)
  stop()
  expect(await readdir(folder.path)).not.toContain('lock.json')
  const again = await spawnBrowserHost({ dataFolder: folder.path })
  const settings = await (await HttpClient.signIn(again.link)).invoke('settings.get', undefined)
  expect(settings).toMatchObject({ theme: 'dark' })
  expect(await again.stop()).toBe(0)
})

test('a stop during the filling of a sandbox works at once, and nothing is opened after it', async () => {
  const host = runServe(['--secrets', 'memory', '--data', folder.path, '--scenario', 'million'])
  await expect.poll(() => host.log()).toContain('Starting the sandbox')
  host.process.kill('SIGTERM')
  expect(await host.ended).toBe(0)
  expect(host.output()).toBe('')
})

test('a start that fails halfway ends everything that it began', async () => {
  const host = await spawnBrowserHost({
    dataFolder: folder.path,
    flags: ['--secrets', 'memory', '--sandbox', 'empty'],
  })
  expect(await host.stop()).toBe(0)
  // The path is longer than the system allows, so this leftover of an earlier run cannot be deleted.
  const deep = join(...Array.from({ length: 14 }, () => 'x'.repeat(200)))
  const [uploads, other] = [join(folder.path, 'uploads', deep), join(folder.path, 'other')]
  for (const path of [uploads, join(other, deep)]) await mkdir(path, { recursive: true })
  await rename(other, join(uploads, 'other'))
  try {
    expect(await run('--data', folder.path)).toMatchObject({ code: 1, output: '' })
  } finally {
    await rename(join(uploads, 'other'), other)
  }
})

test('a room’s unreadable file ends the start with its error message, and releases the folder', async () => {
  const file = join(folder.path, 'outcomes.json')
  await mkdir(file)
  const sentence =
    'Mailroom could not read or write a file in its data folder. Check the disk and the folder’s permissions.\n'
  expect(await run('--data', folder.path)).toMatchObject({ code: 1, log: sentence })
  await rmdir(file)
  const again = await spawnBrowserHost({ dataFolder: folder.path })
  expect(await again.stop()).toBe(0)
})

test('continues, and ends properly, if nobody reads its output', async () => {
  const host = runServe(['--secrets', 'memory', '--data', folder.path, '--sandbox', 'empty'])
  host.process.stderr.destroy()
  expect(await Promise.race([host.ready, host.ended])).toMatch(/^http:/)
  host.process.kill('SIGTERM')
  expect(await host.ended).toBe(0)
})

test('a killed host leaves nothing that prevents the next start', async () => {
  const host = await spawnBrowserHost({ dataFolder: folder.path })
  await host.stop('SIGKILL')
  const again = await spawnBrowserHost({ dataFolder: folder.path })
  expect(await again.stop()).toBe(0)
})

test('a second start gets a fresh link from the first and exits', async () => {
  const host = await spawnBrowserHost({ dataFolder: folder.path })
  const second = await run('--data', folder.path)
  expect(second).toMatchObject({ code: 0, log: 'Mailroom is already running.\n' })
  const { url } = JSON.parse(second.output) as { url: string }
  expect(new URL(url).origin).toBe(new URL(host.link).origin)
  for (const link of [url, host.link]) await HttpClient.signIn(link)
  expect(await host.stop()).toBe(0)
})

test('a second start lists its flags that have no effect', async () => {
  const host = await spawnBrowserHost({ dataFolder: folder.path })
  const both = await run('--data', folder.path, '--scenario', 'demo', '--port', '8080')
  expect(both).toMatchObject({ code: 0 })
  expect(both.log).toBe(
    'Mailroom is already running. --scenario and --port are ignored: they apply only when Mailroom starts.\n',
  )
  const one = await run('--data', folder.path, '--scenario', 'demo')
  expect(one.log).toBe('Mailroom is already running. --scenario is ignored: it applies only when Mailroom starts.\n')
  expect(await host.stop()).toBe(0)
})

test('a port in use is reported', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const result = await run('--data', folder.path, '--port', String(port))
  other.close()
  expect(result).toMatchObject({
    code: 2,
    output: '',
    log: `Port ${port} is in use by another program. Choose another with --port.\n`,
  })
})

test('an unknown flag is reported, with a suggestion', async () => {
  const result = await run('--data', folder.path, '--prot', '1')
  expect(result).toMatchObject({ code: 2, output: '' })
  expect(result.log).toBe('There is no flag --prot. Did you mean --port? See mailroom serve --help.\n')
})

test('a folder without a parent, a file in its place and a path through a file are reported', async () => {
  await writeFile(join(folder.path, 'file'), '')
  for (const [data, named] of [
    ['no such/parent', 'no such'],
    ['file', 'file'],
    ['file/below', 'file'],
    ['file/below/deeper', 'file/below'],
  ] as const) {
    const result = await run('--data', join(folder.path, data))
    expect(result).toMatchObject({ code: 1, output: '' })
    expect(result.log).toContain(` ${join(folder.path, named)} `)
    expect(result.log).toMatch(/^[^\n]*(folder|path)[^\n]*\.\n$/i)
    expect(result.log).not.toContain('    at ')
  }
})

test('a truncated settings file is kept aside and the app still starts', async () => {
  await writeFile(join(folder.path, 'settings.json'), '{"theme": "da')
  const host = await spawnBrowserHost({ dataFolder: folder.path })
  const client = await HttpClient.signIn(host.link)
  expect(await client.invoke('app.info', undefined)).toMatchObject({ notices: [expect.anything()] })
  expect(await host.stop()).toBe(0)
  expect((await readdir(folder.path)).some((name) => name.startsWith('settings.json.broken-'))).toBe(true)
})

test('uploads of a killed run are removed by the next start', async () => {
  await mkdir(join(folder.path, 'uploads'))
  await writeFile(join(folder.path, 'uploads', 'left'), 'x')
  const host = await spawnBrowserHost({ dataFolder: folder.path })
  expect(await readdir(folder.path)).not.toContain('uploads')
  expect(await host.stop()).toBe(0)
})
