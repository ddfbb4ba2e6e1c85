import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bootMain, type BootedMain } from './boot.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-unsaved-'))
})
afterEach(() => rm(folder, { recursive: true }))

const boot = (messageAnswer?: number): Promise<BootedMain> => bootMain({ dataFolder: folder, messageAnswer })
const savedDensity = async () =>
  (JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8')) as { density?: string }).density
const quit = (main: BootedMain) => main.electron.quit().catch(() => undefined)

describe('before the core closes, the page', () => {
  it('saves text typed a moment ago', async () => {
    const main = await boot()
    await main.electron.savesOnClosing(0, 'settings.change', { density: 'comfortable' })
    await quit(main)
    expect(await main.exited).toBe(0)
    await main.close()
    expect(await savedDensity()).toBe('comfortable')
  })

  it('saves before Windows ends the session, too', async () => {
    const main = await bootMain({ dataFolder: folder, platform: 'win32' })
    await main.electron.savesOnClosing(1, 'settings.change', { density: 'comfortable' })
    await main.electron.endSession().catch(() => undefined)
    expect(await main.exited).toBe(0)
    await main.close()
    expect(await savedDensity()).toBe('comfortable')
  })

  it('is not waited for if it hangs', async () => {
    const main = await boot()
    await main.electron.hangsOnClosing()
    await main.electron.hang()
    await quit(main)
    expect(await main.exited).toBe(0)
    await main.close()
  })

  it('is waited for if it takes long, unless the user quits anyway', async () => {
    const main = await boot()
    await main.electron.hangsOnClosing()
    await main.electron.quit()
    await expect
      .poll(() => main.electron.dialogs())
      .toMatchObject([{ options: { message: 'The window is still saving. Quit anyway?' } }])
    await main.electron.answerDialog({ response: 1 }).catch(() => undefined)
    expect(await main.exited).toBe(0)
    await main.close()
  })

  it('is not waited for once it has crashed', async () => {
    const main = await boot()
    await main.electron.hangsOnClosing()
    await main.electron.quit()
    await main.electron.crash('oom').catch(() => undefined)
    expect(await main.exited).toBe(0)
    await main.close()
  })
})

describe('a draft that cannot be saved', () => {
  it('keeps Mailroom open if the user wants to stay, and the page accepts input again', async () => {
    const main = await boot(0)
    await main.electron.savesOnClosing(2, 'settings.change', { density: 'comfortable' })
    await main.electron.quit()
    await expect.poll(() => main.electron.stays()).toBe(1)
    expect(await main.electron.dialogs()).toMatchObject([
      { kind: 'message', options: { message: '2 drafts could not be saved. Quit anyway?' } },
    ])
    expect(await main.invoke('settings.get', undefined)).toMatchObject({ density: 'comfortable' })
    await main.electron.savesOnClosing(0, 'settings.get', undefined)
    await main.close()
  })

  it('is lost if the user quits anyway, and its page cannot keep the window open', async () => {
    const main = await boot(1)
    await main.electron.vetoesUnload()
    await main.electron.savesOnClosing(1, 'settings.get', undefined)
    await quit(main)
    expect(await main.exited).toBe(0)
    await main.close()
  })

  it.each([
    ['is kept where the user does not want to reload', 0, false],
    ['is given up where the user reloads anyway', 1, true],
  ])('%s', async (_title, answer, reloads) => {
    const main = await boot(answer)
    await main.electron.vetoesUnload()
    expect(await main.electron.mayReload()).toBe(reloads)
    expect(await main.electron.dialogs()).toMatchObject([
      { options: { message: 'A draft could not be saved. Reload anyway?' } },
    ])
    await main.close()
  })
})
