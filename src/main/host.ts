import { join } from 'node:path'
import { app, dialog, Menu } from 'electron'
import { createMemorySecretStore, KeychainProcess } from '#core/keychain/index.ts'
import { createApp, type App } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import { openGuests, takeFolder } from '#core/guests/index.ts'
import { openLogger, systemClock, type DataLock, type FileLogger } from '#core/node/index.ts'
import { JsonFile } from '#core/base/json-file.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { isConfirmed, quitAnswer, quitQuestion, unsavedQuestion } from './window/dialog-options.ts'
import { electronPorts, workerCode } from './electron-ports.ts'
import { forkKeychain } from './keychain/fork-keychain.ts'
import type { HostOptions } from './host-options.ts'
import { handlePageCalls } from './ipc/ipc.ts'
import { openLinks, registerScheme } from './links/follow-links.ts'
import type { LinkInbox } from './links/link-inbox.ts'
import { menuTemplate } from './menu/menu-template.ts'
import { pageAddress } from './page/page-address.ts'
import { guardPages } from './page/page-guard.ts'
import { servePage } from './page/page-protocol.ts'
import { followPower } from './power/follow-power.ts'
import { stayAwake } from './power/stay-awake.ts'
import { QuitFlow, untilIdle } from './quit/quit-flow.ts'
import { AppWindows } from './window/app-windows.ts'
import { WaitingWindow } from './window/waiting-window.ts'
import { windowState, type WindowState } from './window/window-place.ts'

type Options = Omit<HostOptions, 'data'> & {
  readonly data: string
  readonly isSandboxed: boolean
  readonly links: LinkInbox
}
type Opened = Options & { readonly logger: FileLogger; readonly lock: DataLock }

/** Builds the host around the core once Electron is ready; rejects if that fails. */
export async function openHost(options: Options): Promise<void> {
  const { data, isSandboxed } = options
  const taken = await waitForFolder(data)
  if (!('lock' in taken)) {
    taken.visit.end()
    const sentence =
      'Mailroom is already open in a browser with this data folder. Quit it, or choose another folder with --data.'
    throw new AppError('data-folder-in-use', sentence)
  }
  const { lock } = taken
  const logger = openLogger(join(data, 'logs'))
  logStrayFailures(logger)
  if (!isSandboxed) logger.log('warn', 'pages run without a sandbox, because Mailroom was started with --no-sandbox')
  try {
    await assemble({ ...options, logger, lock })
    logger.log('info', 'started', { host: 'Electron', version: process.versions.electron })
  } catch (thrown) {
    logger.log('error', 'start failed', { reason: String(thrown) })
    lock.release()
    throw thrown
  }
}

/** Takes the data folder. If another program holds it, shows a window that says so until the folder is free. */
async function waitForFolder(data: string): ReturnType<typeof takeFolder> {
  const waiting = new WaitingWindow()
  try {
    return await takeFolder(data, { host: 'Electron', onWait: (sentence) => waiting.show(sentence) })
  } finally {
    waiting.close()
  }
}

async function assemble({ data, scenario, secrets, links, logger, lock }: Opened): Promise<void> {
  const code = join(app.getAppPath(), 'out')
  const page = pageAddress(process.env['ELECTRON_RENDERER_URL'], app.isPackaged)
  const windowFor = (url: string) => (page.isPage(url) ? () => windows.open(new URL(url).hash) : null)
  guardPages({ page, logger, windowFor })
  servePage(join(code, 'renderer'), page)

  const state = await openWindowState(data, logger)
  const windows: AppWindows = new AppWindows({
    pageUrl: page.url,
    windowFor,
    preload: join(code, 'preload', 'preload.cjs'),
    icon: join(app.getAppPath(), 'resources', 'icons', 'icon.png'),
    packaged: app.isPackaged,
    state,
    logger,
    clock: systemClock,
    isClosing: () => quit.closed,
    quit: () => app.quit(),
    sessionEnds: () => void quit.closeNow(),
  })
  const store =
    secrets === 'memory'
      ? createMemorySecretStore()
      : new KeychainProcess({ start: forkKeychain(workerCode('keychain')) })
  const core = await createApp(electronPorts({ data, logger, secrets: store, windows }))
  core.subscribe((event) => windows.send(event))
  handlePageCalls({ app: core, page, logger, saved: (contents, unsaved) => windows.saved(contents, unsaved) })
  stayAwake(core)
  const show = () => {
    windows.focus()
    return { how: 'window' } as const
  }
  const guests = openGuests({ app: core, data, lock, logger, show })

  const quit: QuitFlow = new QuitFlow({
    runningJobs: () => core.runningJobs(),
    ask: (titles) => askToQuit(windows, titles),
    idle: (signal) => untilIdle(core, signal),
    savePage: () => windows.saveAll(),
    savePageInTime: () => windows.saveInTime(),
    askUnsaved: (unsaved) => askToLose(windows, unsaved),
    stay: () => windows.stay(),
    async close() {
      const open = await guests
      open?.stop()
      await core.close()
      await open?.close()
      await windows.settle()
      logger.log('info', 'stopped')
      logger.close()
      lock.release()
    },
    leave: () => app.quit(),
    logger,
  })
  followLifecycle(windows, quit)
  followPower(process.platform, () => void quit.closeNow(), logger)
  setMenu(windows)
  registerScheme(process.platform, logger)
  windows.focus()
  openLinks(links, windows)
  await core.handlers
  if (scenario !== null) await explore(core, scenario, windows, logger)
}

function openWindowState(data: string, logger: FileLogger): Promise<JsonFile<WindowState | null>> {
  return JsonFile.open<WindowState | null>({
    path: join(data, 'window.json'),
    initial: null,
    read: (parsed) => windowState.parse(parsed),
    // This is only logged, because the window then opens in the middle of the screen.
    onBroken: (keptAs, reason) =>
      logger.log('warn', 'the saved position of the window could not be read', { keptAs, reason }),
    now: systemClock.now,
  })
}

/** Opens the scenario as if the user had started it in the window. Mailroom remains usable if this fails. */
async function explore(core: App, scenario: string, windows: AppWindows, logger: FileLogger): Promise<void> {
  try {
    await dispatch(core, 'sandbox.explore', { scenario }, { signal: new AbortController().signal })
  } catch (thrown) {
    const { message, details } = AppError.from(thrown)
    logger.log('error', 'the sandbox did not start', { ...details })
    const text = `The sandbox did not start: ${message}`
    windows.send({ name: 'app.notice', payload: { id: 'sandbox-start', text } })
  }
}

function followLifecycle(windows: AppWindows, quit: QuitFlow): void {
  app.on('second-instance', () => windows.focus())
  app.on('activate', () => windows.focus())
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('before-quit', (event) => {
    if (quit.closed) return
    event.preventDefault()
    void quit.request()
  })
}

function setMenu(windows: AppWindows): void {
  const template = menuTemplate({
    platform: process.platform,
    developing: !app.isPackaged,
    act: (action) => {
      const isOpened = windows.focus()
      // Without any window, the first one is the new one.
      if (isOpened && action === 'window.new') return
      windows.sendToFront({ name: 'app.action', payload: { action } })
    },
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

async function askToQuit(windows: AppWindows, titles: readonly string[]) {
  const question = quitQuestion(titles)
  const { response } = await windows.ask(
    (parent) => dialog.showMessageBox(parent, question),
    () => dialog.showMessageBox(question),
  )
  return quitAnswer(response)
}

async function askToLose(windows: AppWindows, unsaved: number): Promise<boolean> {
  const question = unsavedQuestion(unsaved, 'Quit')
  const { response } = await windows.ask(
    (parent) => dialog.showMessageBox(parent, question),
    () => dialog.showMessageBox(question),
  )
  return isConfirmed(response)
}

/**
 * Logs failures that nothing has caught, so that their stack traces can be read and sent. Electron would show them in a
 * dialog and continue.
 */
function logStrayFailures(logger: FileLogger): void {
  const log = (text: string, thrown: unknown) =>
    logger.log('error', text, { reason: String(thrown), stack: thrown instanceof Error ? thrown.stack : undefined })
  process.on('uncaughtException', (error) => log('uncaught exception', error))
  process.on('unhandledRejection', (reason) => log('unhandled rejection', reason))
  app.on('child-process-gone', (_event, details) => {
    if (details.reason !== 'clean-exit') logger.log('warn', 'a helper process is gone', { ...details })
  })
}
