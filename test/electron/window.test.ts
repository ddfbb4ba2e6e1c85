import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bootMain, type BootedMain } from './boot.ts'

const wide = { x: 0, y: 0, width: 1920, height: 1040 }
const second = { x: 1920, y: 0, width: 1920, height: 1080 }

let folder: string
let main: BootedMain | null
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-window-'))
  main = null
})
afterEach(async () => {
  await main?.close()
  await rm(folder, { recursive: true })
})

async function boot(options: Partial<Parameters<typeof bootMain>[0]> = {}): Promise<BootedMain> {
  await main?.close()
  main = await bootMain({ dataFolder: folder, ...options })
  return main
}

async function place() {
  const [window] = await main!.electron.windows()
  return window!
}

describe('the window', () => {
  it('opens at the position where it was closed', async () => {
    const { electron } = await boot()
    const bounds = { x: 200, y: 120, width: 1000, height: 700 }
    await electron.drag(bounds)
    await boot()
    expect((await place()).bounds).toEqual(bounds)
  })

  it('remembers its position while it is open, so that a crash does not lose it', async () => {
    const { electron } = await boot()
    await electron.drag({ x: 10, y: 20, width: 900, height: 600 })
    const saved = () => readFile(join(folder, 'window.json'), 'utf8').then(JSON.parse, () => null)
    await expect.poll(saved).toMatchObject({ bounds: { x: 10, y: 20, width: 900, height: 600 } })
  })

  it('returns to an existing display', async () => {
    const { electron } = await boot({ displays: [wide, second] })
    await electron.drag({ x: 2200, y: 100, width: 1000, height: 700 })
    await boot({ displays: [wide] })
    expect((await place()).bounds).toEqual({ x: 460, y: 170, width: 1000, height: 700 })
  })

  it('opens maximized if it was closed so', async () => {
    const { electron } = await boot()
    await electron.maximize()
    await boot()
    expect((await place()).maximized).toBe(true)
  })

  it('is shown maximized at its first frame, and is so the next time even if Mailroom quits before that', async () => {
    const { electron } = await boot()
    await electron.maximize()
    // The stand-in paints no frame here before the window is shown.
    await boot({ platform: 'darwin', wayland: true, window: false })
    await expect.poll(() => main!.electron.windows()).toMatchObject([{ visible: false, maximized: false }])
    await boot()
    expect((await place()).maximized).toBe(true)
  })

  it('opens in the middle if its file is damaged, and keeps the file', async () => {
    await writeFile(join(folder, 'window.json'), '{"bounds": {"x": 1')
    await boot()
    expect((await place()).bounds).toMatchObject({ width: 1280, height: 840 })
    expect((await readdir(folder)).filter((name) => name.startsWith('window.json.broken-'))).toHaveLength(1)
  })

  it('returns to its first size and position on request', async () => {
    const { electron, invoke } = await boot()
    await electron.drag({ x: 10, y: 20, width: 900, height: 600 })
    await electron.maximize()
    await invoke('app.resetWindow', undefined)
    expect(await place()).toMatchObject({ maximized: false, bounds: { x: 320, y: 100, width: 1280, height: 840 } })
  })

  it('starts in the theme that was chosen', async () => {
    const { invoke } = await boot()
    expect((await place()).options.backgroundColor).toBe('#ffffff')
    await invoke('settings.change', { theme: 'dark' })
    await expect.poll(async () => (await place()).background).toBe('#16181d')
    await boot()
    expect((await place()).options.backgroundColor).toBe('#16181d')
  })

  it('follows the system if no theme was chosen', async () => {
    await boot({ systemIsDark: true })
    expect((await place()).options.backgroundColor).toBe('#16181d')
  })

  it('comes to the front when Mailroom is started again', async () => {
    const { electron } = await boot()
    await electron.minimize()
    await electron.secondInstance()
    expect(await place()).toMatchObject({ minimized: false, focused: true })
  })

  it('is shown on Wayland, where the first frame appears only afterwards', async () => {
    await boot({ platform: 'linux', wayland: true })
    expect((await place()).visible).toBe(true)
  })

  it('can be closed on macOS without quitting, and opens again', async () => {
    const { electron, invoke } = await boot({ platform: 'darwin' })
    await electron.closeWindow()
    await expect.poll(() => electron.windows()).toEqual([])
    await electron.activate()
    await expect.poll(async () => (await electron.windows())[0]?.visible).toBe(true)
    expect(await invoke('app.info', undefined)).toMatchObject({ host: 'Electron 45.4.1' })
  })
})

describe('a page that fails', () => {
  it('is loaded again, and a message says so', async () => {
    const { electron, invoke } = await boot()
    await electron.crash('crashed')
    const notices = async () => (await electron.events()).filter(({ name }) => name === 'app.notice')
    await expect.poll(() => notices().catch(() => [])).toMatchObject([{ payload: { id: 'page-crashed' } }])
    expect(await invoke('settings.get', undefined)).toHaveProperty('theme')
  })

  it('that keeps failing is not loaded forever', async () => {
    const { electron } = await boot()
    for (const _time of [1, 2]) {
      await electron.crash('oom')
      await expect.poll(async () => (await electron.windows())[0]?.url).toBe('app://mailroom/index.html')
    }
    await electron.crash('oom')
    await expect.poll(() => electron.dialogs()).toMatchObject([{ kind: 'message', options: { type: 'error' } }])
    await electron.answerDialog({ response: 0 })
    await expect.poll(async () => (await electron.windows())[0]?.url).toBe('app://mailroom/index.html')
  })

  it('that hangs is loaded again only if the user wants it', async () => {
    const { electron } = await boot()
    await electron.hang()
    await electron.answerDialog({ response: 0 })
    expect((await place()).url).toBe('app://mailroom/index.html')
    await electron.hang()
    await electron.answerDialog({ response: 1 })
    const notices = async () => (await electron.events()).filter(({ name }) => name === 'app.notice')
    await expect.poll(() => notices().catch(() => [])).toHaveLength(1)
  })

  it('to load is shown as a window with a question, and is loaded again until it works', async () => {
    const { electron } = await boot({ failingLoads: 2, window: false })
    for (const asked of [1, 2]) {
      await expect.poll(() => electron.dialogs()).toHaveLength(asked)
      expect(await place()).toMatchObject({ visible: true, url: null })
      await electron.answerDialog({ response: 0 })
    }
    await expect.poll(async () => (await place()).url).toBe('app://mailroom/index.html')
  })

  it('to load ends Mailroom if the user quits', async () => {
    const { electron, exited } = await boot({ failingLoads: 1, window: false })
    await expect.poll(() => electron.dialogs()).toMatchObject([{ kind: 'message', options: { type: 'error' } }])
    await electron.answerDialog({ response: 1 }).catch(() => undefined)
    expect(await exited).toBe(0)
  })

  it('that hangs causes only one question until it responds', async () => {
    const { electron } = await boot()
    await electron.hang()
    await electron.hang()
    expect(await electron.dialogs()).toHaveLength(1)
    await electron.respond()
    await expect(electron.answerDialog({ response: 1 })).rejects.toThrow('No dialog is open')
    await electron.hang()
    await expect.poll(() => electron.dialogs()).toHaveLength(2)
    await electron.answerDialog({ response: 0 })
  })

  it('is not loaded again if the page ended by itself', async () => {
    const { electron } = await boot()
    await electron.crash('clean-exit')
    expect((await place()).url).toBeNull()
  })
})
