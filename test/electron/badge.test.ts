import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { hardRule } from '#test/core/alerts/support.ts'
import { bootMain, type BootedMain } from './boot.ts'

let folder: string
let main: BootedMain
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-badge-'))
})
afterEach(async () => {
  await main.close()
  await rm(folder, { recursive: true })
})

async function boot(platform: NodeJS.Platform): Promise<void> {
  main = await bootMain({ dataFolder: join(folder, 'data'), flags: ['--secrets', 'memory'], platform })
}

/** Creates an account with an alert that has fired and is still unread. */
async function firedAlert(): Promise<string> {
  await boot('linux')
  const profile = { ...accountDefaults, name: 'Shop', baseUrl: 'http://127.0.0.1:9/v1', user: 'someone' }
  const { id: accountId } = await main.invoke('accounts.create', { profile, key: 'a-key', keep: 'this-run' })
  await main.invoke('alerts.save', { accountId, rule: hardRule })
  expect(await main.electron.badge()).toBeNull()
  await main.close()
  const file = join(folder, 'data', 'alerts', `${accountId}.json`)
  const stored = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  const id = crypto.randomUUID()
  const fired = { from: 0, to: 86_400, value: { part: 9, whole: 100 }, before: null }
  const open = { ended: null, endedAt: null, endedBy: null, messages: '' }
  const event = { id, rule: hardRule, fired, firedAt: 86_400_000, ...open }
  await writeFile(file, JSON.stringify({ ...stored, events: [event], unseen: [id] }))
  return accountId
}

it.each([
  ['linux', '1'],
  ['darwin', '1'],
  ['win32', '1 send or alert to look at'],
] as const)(
  'on %s the icon counts an alert until it has been seen, unless this is turned off',
  async (platform, shown) => {
    const accountId = await firedAlert()
    await boot(platform)
    const badge = () => main.electron.badge()
    await expect.poll(badge).toBe(shown)
    await main.invoke('settings.change', { badge: false })
    await expect.poll(badge).toBeNull()
    await main.invoke('settings.change', { badge: true })
    await expect.poll(badge).toBe(shown)
    await main.invoke('alerts.markSeen', { accountId })
    await expect.poll(badge).toBeNull()
    expect(await main.invoke('app.info', undefined)).toMatchObject({ capabilities: { badge: true } })
  },
)

it('on Windows the icon of a window that opens later counts it, too', async () => {
  await firedAlert()
  await boot('win32')
  const overlays = async () => (await main.electron.windows()).map(({ overlay }) => overlay)
  const shown = '1 send or alert to look at'
  await expect.poll(overlays).toEqual([shown])
  await main.electron.openWindow('app://mailroom/index.html#/dashboard')
  await expect.poll(overlays).toEqual([shown, shown])
})
