import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bootMain, type BootedMain, type BootOptions } from './boot.ts'
import type { Sent } from './stand-in/page.ts'

const page = 'app://mailroom/index.html'

let folder: string
let main: BootedMain
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-windows-'))
})
afterEach(async () => {
  await main.close()
  await rm(folder, { recursive: true })
})

/** Mailroom with two windows; the second one was opened from the first and is in front. */
async function openTwo(options: Partial<BootOptions> = {}): Promise<readonly [first: number, second: number]> {
  main = await bootMain({ dataFolder: folder, platform: 'linux', ...options })
  await main.electron.openWindow(`${page}#/message/4711`)
  await expect.poll(async () => (await main.electron.windows()).map(({ visible }) => visible)).toEqual([true, true])
  const [first, second] = await main.electron.windows()
  await main.electron.focusWindow(second!.id)
  return [first!.id, second!.id]
}

const savedDensity = async () =>
  (JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8')) as { density?: string }).density
const openIds = async () => (await main.electron.windows()).map(({ id }) => id)

describe('a second window', () => {
  it('opens beside the first, at the requested view, and under the same rules', async () => {
    await openTwo()
    const [first, second] = await main.electron.windows()
    expect(second).toMatchObject({ url: `${page}#/message/4711`, maximized: false })
    const { x, y, width, height } = first!.bounds
    expect(second!.bounds).toEqual({ x: x + 32, y: y + 32, width, height })
    expect(second!.options.webPreferences).toEqual(first!.options.webPreferences)
    expect(await main.electron.navigate('https://example.com', true)).toBe(false)
  })

  it('receives events, as every window does, while menus act on the window in front', async () => {
    const [first, second] = await openTwo()
    const sent: Sent[] = []
    main.onSent((one) => sent.push(one))
    const heard = (name: string) =>
      sent.filter(({ args }) => (args[0] as { name?: string } | undefined)?.name === name).map(({ to }) => to)
    await main.invoke('settings.change', { density: 'comfortable' })
    await expect.poll(() => heard('settings.changed').sort()).toEqual([first, second])
    await main.electron.clickMenu('palette.open')
    await main.electron.focusWindow(first)
    await main.electron.clickMenu('palette.open')
    await expect.poll(() => heard('app.action')).toEqual([second, first])
  })

  it('closes alone, once its page has saved, and closing the last one ends Mailroom', async () => {
    const [first, second] = await openTwo()
    await main.electron.savesOnClosing(0, 'settings.change', { density: 'comfortable' })
    await main.electron.closeWindow(second)
    await expect.poll(openIds).toEqual([first])
    expect(await main.invoke('settings.get', undefined)).toMatchObject({ density: 'comfortable' })
    await main.electron.closeWindow(first).catch(() => undefined)
    expect(await main.exited).toBe(0)
  })

  it('stays open if its draft could not be saved and the user does not want to lose it', async () => {
    const [first, second] = await openTwo()
    await main.electron.savesOnClosing(1, 'settings.get', undefined)
    await main.electron.closeWindow(second)
    await expect
      .poll(() => main.electron.dialogs())
      .toMatchObject([
        { options: { message: 'A draft could not be saved. Close anyway?', buttons: ['Stay', 'Close anyway'] } },
      ])
    await main.electron.answerDialog({ response: 0 })
    await expect.poll(() => main.electron.stays()).toBe(1)
    expect(await openIds()).toEqual([first, second])
    await main.electron.closeWindow(second)
    await expect.poll(() => main.electron.dialogs()).toHaveLength(2)
    await main.electron.answerDialog({ response: 1 })
    await expect.poll(openIds).toEqual([first])
  })

  it('is saved before Mailroom quits, whichever is in front', async () => {
    const [first] = await openTwo()
    await main.electron.savesOnClosing(0, 'settings.change', { density: 'comfortable' })
    await main.electron.focusWindow(first)
    await main.electron.quit().catch(() => undefined)
    expect(await main.exited).toBe(0)
    expect(await savedDensity()).toBe('comfortable')
  })

  it('comes to the front if its draft keeps Mailroom from quitting', async () => {
    const [first, second] = await openTwo({ messageAnswer: 0 })
    await main.electron.savesOnClosing(1, 'settings.get', undefined)
    await main.electron.focusWindow(first)
    await main.electron.quit()
    await expect.poll(() => main.electron.stays()).toBe(1)
    expect((await main.electron.windows()).find(({ focused }) => focused)).toMatchObject({ id: second })
    await main.electron.savesOnClosing(0, 'settings.get', undefined)
  })

  it('opens fully visible, even from a window at the edge of the screen', async () => {
    main = await bootMain({ dataFolder: folder, platform: 'linux' })
    await main.electron.drag({ x: 900, y: 1010, width: 1000, height: 700 })
    await main.electron.openWindow(`${page}#/dashboard`)
    await expect.poll(async () => (await main.electron.windows()).length).toBe(2)
    expect((await main.electron.windows())[1]!.bounds).toEqual({ x: 460, y: 170, width: 1000, height: 700 })
  })
})
