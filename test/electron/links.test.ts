import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bootMain, type BootedMain, type BootOptions } from './boot.ts'

const link = 'mailroom://message/m-1?account=Shop'

let folder: string
let main: BootedMain
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-links-'))
})
afterEach(async () => {
  await main.close()
  await rm(folder, { recursive: true })
})

async function boot(options: Partial<BootOptions> & { readonly window?: boolean } = {}): Promise<void> {
  main = await bootMain({ dataFolder: join(folder, 'data'), ...options })
}

const opened = async () => (await main.electron.events()).filter(({ name }) => name === 'app.openLink')
const opens = (text: string) => ({ name: 'app.openLink', payload: { text } })

describe('a link', () => {
  it.each([
    ['linux', [link]],
    ['win32', ['--', link]],
  ] as const)('that starts Mailroom on %s is opened once the page has loaded', async (platform, flags) => {
    await boot({ platform, flags })
    await expect.poll(opened).toEqual([opens(link)])
  })

  it('that starts Mailroom on macOS arrives before the app is ready, and is opened once the page has loaded', async () => {
    await boot({ platform: 'darwin', earlyLink: link })
    await expect.poll(opened).toEqual([opens(link)])
  })

  it('that starts Mailroom does not show the window before its first frame', async () => {
    // The stand-in paints no frame here before the window is shown.
    await boot({ platform: 'darwin', wayland: true, earlyLink: link, window: false })
    await expect.poll(() => opened().catch(() => [])).toEqual([opens(link)])
    expect(await main.electron.windows()).toMatchObject([{ visible: false }])
  })

  it('that starts Mailroom is opened even if the page loads only at the second try', async () => {
    await boot({ platform: 'linux', flags: [link], failingLoads: 1, window: false })
    await expect.poll(() => main.electron.dialogs()).toHaveLength(1)
    await main.electron.answerDialog({ response: 0 })
    await expect.poll(() => opened().catch(() => [])).toEqual([opens(link)])
  })

  it('is opened in the running window, which comes to the front', async () => {
    await boot({ platform: 'darwin' })
    await main.electron.minimize()
    await main.electron.openUrl(link)
    expect(await opened()).toEqual([opens(link)])
    expect(await main.electron.windows()).toMatchObject([{ minimized: false, focused: true }])
  })

  it('is opened in a new window if macOS has none', async () => {
    await boot({ platform: 'darwin' })
    await main.electron.closeWindow()
    await main.electron.openUrl(link)
    await expect.poll(() => opened().catch(() => [])).toEqual([opens(link)])
  })

  it('is passed on by a second start, and read only from the passed data', async () => {
    await boot({ holdsLock: false, window: false, flags: ['--', link], platform: 'win32' })
    expect(await main.exited).toBe(0)
    const handedOver = main.end()?.handedOver
    expect(handedOver).toEqual({ link })
    await main.close()

    await boot()
    await main.electron.secondInstance(handedOver)
    expect(await opened()).toEqual([opens(link)])
    for (const other of [null, {}, { link: null }, { link: 1 }, 'x', [link]]) await main.electron.secondInstance(other)
    expect(await opened()).toHaveLength(1)
  })

  it('cannot contain flags: additional arguments make it malformed, and no other data folder is opened', async () => {
    const flags = ['--', link, '--data', join(folder, 'other'), '--scenario=demo']
    await boot({ platform: 'win32', flags })
    await expect.poll(opened).toEqual([opens(flags.slice(1).join(' '))])
    expect(await main.electron.app()).toMatchObject({ userData: join(folder, 'data') })
    expect(await main.invoke('accounts.list', undefined)).toMatchObject({ accounts: [] })
  })
})

describe('the scheme', () => {
  it.each([
    ['win32', true, [['mailroom', '--']]],
    ['darwin', true, [['mailroom']]],
    // On Linux, the installed desktop entry registers the scheme.
    ['linux', true, []],
    ['win32', false, []],
  ] as const)('on %s, packaged %s, is registered as %j', async (platform, packaged, clients) => {
    await boot({ platform, packaged })
    expect(await main.electron.protocolClients()).toEqual(clients)
    expect(await main.invoke('app.info', undefined)).toMatchObject({ capabilities: { links: packaged } })
  })
})
