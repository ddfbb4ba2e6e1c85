import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newProfile } from '#test/contract/example-accounts.ts'
import { bootMain, type BootedMain } from './boot.ts'

let folder: string
let main: BootedMain
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom calls é '))
  main = await bootMain({ dataFolder: join(folder, 'data') })
})
afterAll(async () => {
  await main.close()
  await rm(folder, { recursive: true })
})

const own = { url: 'app://mailroom/index.html', isMainFrame: true }

describe('calls of the page', () => {
  it('go through the bridge, which has exactly three functions', async () => {
    expect(await main.electron.pageGlobals()).toEqual(['mailroomHost'])
    const info = await main.invoke('app.info', undefined)
    expect(info).toMatchObject({ host: 'Electron 45.4.1', dataFolder: join(folder, 'data') })
    expect(info.capabilities).toMatchObject({ saveToDisk: true, openFile: true, nativeMenu: true, window: true })
  })

  it('make changes, which are reported to the page', async () => {
    const changed = await main.invoke('settings.change', { theme: 'dark' })
    expect(changed.theme).toBe('dark')
    const events = await main.electron.events()
    expect(events.find(({ name }) => name === 'settings.changed')?.payload).toEqual(changed)
    expect((await main.electron.app()).theme).toBe('dark')
  })

  it('receive complete errors', async () => {
    await expect(main.invoke('accounts.select', { id: 'nobody' })).rejects.toMatchObject({
      name: 'AppError',
      code: expect.stringMatching(/./),
      message: expect.stringMatching(/\.$/),
      retryable: false,
    })
  })

  it.each([
    ['an unknown command', 'app.format', {}, 'unknown-command'],
    ['a name of every object', 'constructor', {}, 'unknown-command'],
    ['a name that is none', { toString: 1 }, {}, 'unknown-command'],
    ['extra fields', 'accounts.select', { id: 'a', also: 1 }, 'invalid-input'],
    ['wrong fields', 'settings.change', { theme: 'pink' }, 'invalid-input'],
    ['no input where one is due', 'accounts.select', undefined, 'invalid-input'],
  ])('are refused with %s', async (_what, name, input, code) => {
    const reply = await main.electron.invoke(name as string, input)
    expect(reply).toMatchObject({ ok: false, error: { code } })
  })

  it.each([
    ['another origin', { url: 'https://evil.example/app://mailroom/', isMainFrame: true }],
    ['another host of the scheme', { url: 'app://evil/index.html', isMainFrame: true }],
    ['a frame within the page', { ...own, isMainFrame: false }],
    ['a file', { url: 'file:///app/out/renderer/index.html', isMainFrame: true }],
    ['a frame that has gone', null],
  ])('are refused to %s', async (_what, frame) => {
    const reply = await main.invokeFrom(frame, 'settings.change', { theme: 'light' })
    expect(reply).toMatchObject({ ok: false, error: { code: 'sender-refused' } })
    expect((await main.invoke('settings.get', undefined)).theme).toBe('dark')
    expect(await readFile(join(folder, 'data', 'logs', 'mailroom.log'), 'utf8')).toContain('call refused')
  })

  it('get their responses in the page’s own top frame', async () => {
    expect(await main.invokeFrom(own, 'app.info', undefined)).toMatchObject({ ok: true })
  })
})

describe('files', () => {
  it('that are dropped become tokens, and their paths stay in the main process', async () => {
    const path = join(folder, 'list of é.csv')
    await writeFile(path, 'a;b')
    const reply = await main.electron.drop([path])
    expect(reply).toEqual({ ok: true, output: [{ token: expect.any(String), name: 'list of é.csv', size: 3 }] })
    expect(JSON.stringify(reply)).not.toContain(folder)
  })

  it('that exist only in the page become tokens, too, up to a size limit; missing files are refused', async () => {
    expect(await main.electron.dropMadeUp('/etc/passwd')).toMatchObject({
      ok: true,
      output: [{ name: '-etc-passwd', size: 1 }],
    })
    expect(await main.electron.dropMadeUp('movie.mov', 100 * 1024 * 1024 + 1)).toMatchObject({
      ok: false,
      error: { code: 'file-too-large' },
    })
    expect(await main.electron.drop([join(folder, 'gone.csv')])).toMatchObject({ ok: false })
  })

  it('are chosen in the system’s dialog', async () => {
    const path = join(folder, 'chosen.csv')
    await writeFile(path, 'abc')
    const chosen = main.invoke('files.choose', { title: 'Choose a list', multiple: true, extensions: ['csv'] })
    await expect
      .poll(() => main.electron.dialogs())
      .toMatchObject([{ kind: 'open', options: { title: 'Choose a list' } }])
    await main.electron.answerDialog({ canceled: false, filePaths: [path] })
    expect(await chosen).toEqual([{ token: expect.any(String), name: 'chosen.csv', size: 3 }])
  })

  it('are saved where the user chooses, who confirms replacing a file, or not at all', async () => {
    const { fileToken, name } = await main.invoke('logs.bundle', undefined)
    const shown = (await main.electron.dialogs()).length
    const target = join(folder, 'saved.txt.gz')
    for (const filePath of [target, '']) {
      const saved = main.invoke('files.saveAs', { token: fileToken, name })
      await expect.poll(async () => (await main.electron.dialogs()).length).toBe(shown + (filePath === target ? 1 : 2))
      await main.electron.answerDialog({ canceled: filePath === '', filePath })
      expect(await saved).toEqual({ saved: filePath === target })
    }
    expect((await main.electron.dialogs()).at(-1)).toMatchObject({
      kind: 'save',
      options: { properties: ['showOverwriteConfirmation'] },
    })
    expect((await readFile(target)).length).toBeGreaterThan(0)
  })
})

describe('folders and programs', () => {
  /** Creates a draft with one recipient and one file. */
  async function aDraft(name: string): Promise<{ id: string; part: string }> {
    const { id: accountId } = await main.invoke('accounts.create', {
      profile: newProfile(),
      key: 'the-key',
      keep: 'this-run',
    })
    const { id } = await main.invoke('drafts.create', { accountId, start: { from: 'blank' } })
    const path = join(folder, name)
    await writeFile(path, 'abc')
    const { output } = (await main.electron.drop([path])) as { output: { token: string }[] }
    const tokens = output.map(({ token }) => token)
    const { parts } = await main.invoke('drafts.addFiles', { id, tokens, kind: 'attachment' })
    const rows = [{ address: 'ada@x.org', name: '', values: [], parts: [] }]
    await main.invoke('drafts.save', {
      id,
      content: { parts, subject: 'Hello' },
      people: { at: 0, remove: 0, rows },
    })
    return { id, part: parts[0]!.id }
  }

  it('a folder is chosen in the system’s dialog, which starts at the last choice; its path stays in the main process', async () => {
    const target = join(folder, 'chosen é')
    await mkdir(target)
    const choose = async (answer: { canceled: boolean; filePaths: string[] }) => {
      const shown = (await main.electron.dialogs()).length
      const chosen = main.invoke('files.chooseFolder', { title: 'Choose a folder for the mails' })
      await expect.poll(async () => (await main.electron.dialogs()).length).toBe(shown + 1)
      const dialog = (await main.electron.dialogs()).at(-1)
      await main.electron.answerDialog(answer)
      return { dialog, chosen: await chosen }
    }
    const first = await choose({ canceled: false, filePaths: [target] })
    expect(first.dialog).toMatchObject({
      kind: 'open',
      options: { title: 'Choose a folder for the mails', properties: ['openDirectory', 'createDirectory'] },
    })
    expect(first.chosen).toEqual({ token: expect.any(String), name: 'chosen é' })
    const second = await choose({ canceled: true, filePaths: [] })
    expect(second).toMatchObject({ dialog: { options: { defaultPath: target } }, chosen: null })
    const { id: draftId } = await aDraft('terms.txt')
    const { jobId } = await main.invoke('sends.dryRun', { draftId, folder: first.chosen!.token })
    const job = async () => (await main.invoke('jobs.list', undefined)).find(({ id }) => id === jobId)
    await expect.poll(async () => (await job())?.state).toBe('done')
    expect(await readdir(join(target, 'Hello'))).toEqual(['1 ada@x.org.eml'])
    await main.invoke('files.reveal', { token: (await job())!.result!.savedToken! })
    expect(await main.electron.revealed()).toEqual([join(target, 'Hello')])
  })

  it('an export is written into the chosen folder, shown, copied as a path, and dragged out', async () => {
    const target = join(folder, 'exports é')
    await mkdir(target)
    const { id: accountId } = await main.invoke('accounts.create', {
      profile: newProfile(),
      key: 'the-key',
      keep: 'this-run',
    })
    const shown = (await main.electron.dialogs()).length
    const chosen = main.invoke('files.chooseFolder', { title: 'Choose a folder for exports' })
    await expect.poll(async () => (await main.electron.dialogs()).length).toBe(shown + 1)
    await main.electron.answerDialog({ canceled: false, filePaths: [target] })
    const { id } = await main.invoke('exports.start', {
      accountId,
      what: {
        source: 'archive',
        text: '',
        zone: 'UTC',
        sort: { field: 'created', descending: true },
        selection: null,
      },
      layout: {
        format: 'xlsx',
        gzip: false,
        columns: ['id'],
        zone: 'UTC',
        dates: 'local',
        csv: { separator: ',', decimal: '.', byteOrderMark: true, guard: true },
      },
      saveAs: { name: 'Nothing yet', folder: (await chosen)!.token, ifTaken: 'keep-both' },
    })
    const entry = async () => (await main.invoke('exports.list', { accountId })).find((one) => one.id === id)
    await expect.poll(entry).toMatchObject({ state: 'done', folder: 'exports é', name: 'Nothing yet.xlsx' })
    const path = join(target, 'Nothing yet.xlsx')
    for (const name of ['exports.reveal', 'exports.copyPath', 'exports.drag'] as const) await main.invoke(name, { id })
    expect((await main.electron.revealed()).at(-1)).toBe(path)
    expect(await main.electron.copied()).toEqual([path])
    expect(await main.electron.dragged()).toEqual([path])
    await rm(path)
    await expect(main.invoke('exports.drag', { id })).rejects.toMatchObject({ code: 'file-gone' })
    expect(await main.electron.dragged()).toHaveLength(1)
  })

  it('a file of a draft is opened by the system’s program, unless it could run code', async () => {
    const shown = (await main.electron.revealed()).length
    await main.invoke('drafts.openFile', await aDraft('terms é.txt'))
    const opened = (await main.electron.revealed()).slice(shown)
    expect(opened).toEqual([expect.stringMatching(/exports.*terms é\.txt$/)])
    await expect(main.invoke('drafts.openFile', await aDraft('setup.exe'))).rejects.toMatchObject({ code: 'runnable' })
    await main.electron.refuseToOpen('There is no program for it')
    await expect(main.invoke('drafts.openFile', await aDraft('odd.xyz'))).rejects.toMatchObject({
      code: 'open-failed',
    })
    expect((await main.electron.revealed()).length).toBe(shown + 1)
    await main.electron.refuseToOpen('')
  })
})

describe('a limit of an account', () => {
  it('is lifted by the user in a system dialog, whatever the page says', async () => {
    const profile = { ...newProfile(), readOnly: true }
    const { id } = await main.invoke('accounts.create', { profile, key: 'the-key', keep: 'this-run' })
    const lifted = { id, profile: { ...profile, readOnly: false }, confirmation: 'the-key' }
    for (const [response, readOnly] of [
      [0, true],
      [1, false],
    ] as const) {
      const shown = (await main.electron.dialogs()).length
      const saved = main.invoke('accounts.update', lifted).catch((error: unknown) => error)
      await expect.poll(async () => (await main.electron.dialogs()).length).toBe(shown + 1)
      expect((await main.electron.dialogs()).at(-1)).toMatchObject({
        kind: 'message',
        options: { message: `Turn off read-only for “${profile.name}”?`, defaultId: 0, cancelId: 0 },
      })
      // The import needs a confirmation, and the first response is Cancel.
      await expect(main.invoke('accounts.update', lifted)).rejects.toMatchObject({ code: 'not-confirmed' })
      await main.electron.answerDialog({ response })
      expect(await saved).toMatchObject(readOnly ? { code: 'not-confirmed' } : { readOnly })
      const { accounts } = await main.invoke('accounts.list', undefined)
      expect(accounts.find((account) => account.id === id)).toMatchObject({ readOnly })
    }
  })
})

describe('the rest of the desktop', () => {
  it('opens https and mailto, and nothing else', async () => {
    await main.invoke('app.openExternal', { url: 'https://example.com/a?b' })
    await main.invoke('app.openExternal', { url: 'mailto:jane@example.com' })
    for (const url of ['http://example.com', 'file:///etc/passwd', 'javascript:alert(1)', 'smb://x/y']) {
      await expect(main.invoke('app.openExternal', { url }), url).rejects.toThrow()
    }
    expect(await main.electron.opened()).toEqual(['https://example.com/a?b', 'mailto:jane@example.com'])
  })

  it('shows the data folder', async () => {
    await main.invoke('app.revealDataFolder', undefined)
    expect((await main.electron.revealed()).at(-1)).toBe(join(folder, 'data'))
  })
})
