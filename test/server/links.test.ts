import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { firstCommands, type Session } from '#shared/contract/host.ts'
import { builtCli } from '#test/support/worker-code.ts'
import { startTestHost, type TestHost } from '#test/support/browser-host.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'
import { HttpClient } from '#test/support/http-client.ts'
import { ManualClock } from '#test/support/manual-clock.ts'

let folder: DataFolder
let data: string
let file: string
beforeEach(async () => {
  folder = await createDataFolder()
  data = join(folder.path, 'data')
  file = join(data, 'open.html')
})
afterEach(() => folder.remove())

/** The link that the file redirects to. */
async function linkIn(): Promise<string> {
  const [, link] = /location\.replace\("(.*)"\)/.exec(await readFile(file, 'utf8')) ?? []
  return link ?? ''
}

async function start(clock = new ManualClock()): Promise<TestHost> {
  const host = await startTestHost({ dataFolder: data, clock })
  onTestFinished(() => host.close())
  return host
}

test('a page receives its first data with its key, and a used token returns neither', async () => {
  const host = await start()
  const token = new URL(host.newLink()).searchParams.get('token')
  const stranger = new HttpClient(host.origin)
  const { output } = JSON.parse((await stranger.exchange(token)).body) as { output: Session }
  expect(output.key).toMatch(/^[\w-]{43}$/)
  for (const command of firstCommands) {
    expect(output.first[command]).toEqual({ ok: true, output: await host.client.invoke(command, null) })
  }
  const again = await stranger.exchange(token)
  expect([again.status, Object.keys(JSON.parse(again.body) as object)]).toEqual([403, ['ok', 'error']])
})

test.skipIf(process.platform !== 'linux')(
  'a start never passes a token to the browser in a link, which everybody could read in the list of processes',
  async () => {
    const opener = join(folder.path, 'bin', 'xdg-open')
    const started = join(folder.path, 'started')
    await mkdir(join(folder.path, 'bin'))
    await writeFile(opener, `#!/bin/sh\necho "$#" "$@" >> '${started}'\n`)
    await chmod(opener, 0o755)
    const env = { PATH: join(folder.path, 'bin'), HOME: folder.path, DISPLAY: ':0' }
    const serve = () => {
      const child = spawn(process.execPath, [builtCli, 'serve', '--secrets', 'memory', '--data', data], {
        env,
        stdio: 'ignore',
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      return { child, ended: once(child, 'close') }
    }
    const startedWith = async (times: number) => {
      const line = `1 ${pathToFileURL(file).href}\n`
      await eventually(async () => expect(await readFile(started, 'utf8')).toBe(line.repeat(times)))
    }
    const first = serve()
    await startedWith(1)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(data)).mode & 0o777).toBe(0o700)
    const second = serve()
    expect(await second.ended).toEqual([0, null])
    await startedWith(2)
    // Each start has a new link, and its file is deleted once the link was used.
    for (let used = 0; used < 2; used++) await HttpClient.signIn(await linkIn())
    expect(await readdir(data)).not.toContain('open.html')
    first.child.kill('SIGTERM')
    expect(await first.ended).toEqual([0, null])
  },
)

test('a link in a file is valid for half a minute, and then the file is deleted', async () => {
  const clock = new ManualClock()
  const host = await start(clock)
  const { url, isOpened } = host.newLinkFile()
  expect(url).toBe(pathToFileURL(file).href)
  const link = await linkIn()
  clock.advance(29_999)
  expect(await linkIn()).toBe(link)
  clock.advance(1)
  expect(await isOpened).toBe(false)
  expect(await readdir(data)).not.toContain('open.html')
  await expect(HttpClient.signIn(link)).rejects.toThrow('has expired or was already used')
})

test('a printed link is valid for ten minutes', async () => {
  const clock = new ManualClock()
  const host = await start(clock)
  const [early, late] = [host.newLink(), host.newLink()]
  clock.advance(599_999)
  await HttpClient.signIn(early)
  clock.advance(1)
  await expect(HttpClient.signIn(late)).rejects.toThrow('has expired or was already used')
})

test('links that wait at the same time are opened one after the other, each once', async () => {
  const host = await start()
  const opened = [host.newLinkFile(), host.newLinkFile(), host.newLinkFile()].map(({ isOpened }) => isOpened)
  const links = new Set<string>()
  for (let used = 0; used < opened.length; used++) {
    const link = await linkIn()
    links.add(link)
    await HttpClient.signIn(link)
  }
  expect(links.size).toBe(opened.length)
  expect(await Promise.all(opened)).toEqual([true, true, true])
  expect(await readdir(data)).not.toContain('open.html')
})

test('nobody else can read the file, whatever was at its path before', async () => {
  await mkdir(data)
  await writeFile(file, 'left by a run that was killed', { mode: 0o666 })
  const host = await start()
  expect(await readdir(data)).not.toContain('open.html')
  await writeFile(file, 'put there by another program', { mode: 0o666 })
  await chmod(file, 0o666)
  host.newLinkFile()
  expect((await stat(file)).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600)
  await HttpClient.signIn(await linkIn())
})

test('a closing host removes its file', async () => {
  const host = await start()
  host.newLinkFile()
  await host.close()
  expect(await readdir(data)).not.toContain('open.html')
})
