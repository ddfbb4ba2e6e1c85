import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bootMain, type BootedMain } from './boot.ts'

let folder: string
let main: BootedMain
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-menu-'))
})
afterEach(async () => {
  await main.close()
  await rm(folder, { recursive: true })
})

describe.each([
  ['darwin', ['Mailroom', 'File', 'Edit', 'View', 'Window', 'Help']],
  ['win32', ['&File', '&Edit', '&View', '&Window', '&Help']],
  ['linux', ['&File', '&Edit', '&View', '&Window', '&Help']],
] as const)('the menu on %s', (platform, titles) => {
  it('has the platform’s menus, and its items call the page', async () => {
    main = await bootMain({ dataFolder: folder, platform })
    const menu = await main.electron.menu()
    expect(menu.map(({ label }) => label)).toEqual(titles)
    await main.electron.clickMenu('settings.open')
    await main.electron.clickMenu('compose.new')
    const events = await main.electron.events()
    expect(events).toContainEqual({ name: 'app.action', payload: { action: 'settings.open' } })
    expect(events).toContainEqual({ name: 'app.action', payload: { action: 'compose.new' } })
  })
})

describe('the menu', () => {
  it('opens the window first if macOS has none, and the page still receives the call', async () => {
    main = await bootMain({ dataFolder: folder, platform: 'darwin' })
    await main.electron.closeWindow()
    await main.electron.clickMenu('about.open')
    const events = () => main.electron.events().catch(() => [])
    await expect.poll(events).toContainEqual({ name: 'app.action', payload: { action: 'about.open' } })
  })

  it('opens one window for “New window” if macOS has none, and a second one only when it is chosen again', async () => {
    main = await bootMain({ dataFolder: folder, platform: 'darwin' })
    await main.electron.closeWindow()
    await main.electron.clickMenu('window.new')
    await main.electron.clickMenu('about.open')
    const events = () => main.electron.events().catch(() => [])
    const actionOf = (action: string) => ({ name: 'app.action', payload: { action } })
    await expect.poll(events).toContainEqual(actionOf('about.open'))
    expect(await events()).not.toContainEqual(actionOf('window.new'))
    await main.electron.clickMenu('window.new')
    await expect.poll(events).toContainEqual(actionOf('window.new'))
  })

  it('has no developer tools in a packaged app', async () => {
    main = await bootMain({ dataFolder: folder })
    expect(JSON.stringify(await main.electron.menu())).not.toContain('toggleDevTools')
    await main.close()
    main = await bootMain({ dataFolder: folder, packaged: false })
    expect(JSON.stringify(await main.electron.menu())).toContain('toggleDevTools')
  })

  it('of a text field edits it', async () => {
    main = await bootMain({ dataFolder: folder })
    const editFlags = { canCopy: true, canPaste: true } as Electron.EditFlags
    const entries = await main.electron.rightClick({
      isEditable: true,
      selectionText: '',
      editFlags,
      misspelledWord: '',
      dictionarySuggestions: [],
    })
    expect(entries.map(({ role }) => role)).toEqual(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'])
    expect(await main.electron.rightClick({ isEditable: false, selectionText: '', editFlags })).toEqual([])
  })
})
