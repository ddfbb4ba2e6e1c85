import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bootMain, type BootedMain } from './boot.ts'

let folder: string
let data: string
let main: BootedMain
const before = process.umask()
beforeEach(async () => {
  // The usual umask of most systems, which the app inherits.
  process.umask(0o022)
  folder = await mkdtemp(join(tmpdir(), 'mailroom-modes-'))
  data = join(folder, 'data')
  // A folder created by hand, which other users may read.
  await mkdir(data)
  main = await bootMain({ dataFolder: data, platform: 'linux', flags: ['--secrets', 'memory'] })
})
afterEach(async () => {
  await main.close()
  process.umask(before)
  await rm(folder, { recursive: true })
})

/** Files and folders that other users may read, write or enter. */
async function openToOthers(): Promise<string[]> {
  const names = await readdir(data, { recursive: true })
  const modes = await Promise.all(names.map(async (name) => [name, (await lstat(join(data, name))).mode] as const))
  return modes.filter(([, mode]) => (mode & 0o077) !== 0).map(([name, mode]) => `${(mode & 0o777).toString(8)} ${name}`)
}

/** Accounts also start jobs automatically, so all of them have to end. */
async function jobsEnded(): Promise<void> {
  const states = async () => new Set((await main.invoke('jobs.list', undefined)).map(({ state }) => state))
  await expect.poll(states, { timeout: 50_000 }).toEqual(new Set(['done']))
}

it.skipIf(process.platform === 'win32')(
  'everything that Mailroom writes is private to its user under any umask',
  async () => {
    const { electron, invoke } = main
    await invoke('settings.change', { theme: 'dark' })
    await electron.drag({ x: 10, y: 20, width: 900, height: 600 })
    // An empty scenario creates the same archive files, and saves reading three months of messages.
    await invoke('sandbox.explore', { scenario: 'empty' })
    await jobsEnded()
    const { id: accountId } = (await invoke('accounts.list', undefined)).accounts[0]!
    await invoke('blacklists.read', { accountId, ifOlderThan: null, types: [] })
    const filters = { text: 'tag:=invoice', comparison: 'none', metaKey: null } as const
    await invoke('reports.make', { accountId, format: 'pdf', ...filters, from: '2026-01-01', to: '2026-01-31' })
    const attached = join(folder, 'terms.txt')
    await writeFile(attached, 'Terms')
    const { id } = await invoke('drafts.create', { accountId, start: { from: 'blank' } })
    const { output } = (await electron.drop([attached])) as { output: { token: string }[] }
    const tokens = output.map(({ token }) => token)
    await invoke('drafts.addFiles', { id, tokens, kind: 'attachment' })
    await jobsEnded()
    expect((await readdir(data, { recursive: true })).length).toBeGreaterThan(30)
    expect(await openToOthers()).toEqual([])
  },
)
