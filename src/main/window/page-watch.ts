import { dialog, Menu, type BrowserWindow } from 'electron'
import type { Logger } from '#core/base/ports.ts'
import { crashQuestion, hangQuestion, isConfirmed, leaveQuestion, loadQuestion } from './dialog-options.ts'
import { contextMenuTemplate } from '../menu/context-menu.ts'
import type { CrashGuard } from './crash-guard.ts'

type Surroundings = {
  readonly crashes: CrashGuard
  readonly logger: Logger
  /** Whether everything is written and Mailroom is about to end, so that no more questions are asked. */
  isClosing(): boolean
  /** Loads the page again after a crash, with a notice that says so. */
  revive(): void
  quit(): void
  /** Returns a function that opens another window, or null if the address is not the page’s. */
  windowFor(url: string): (() => void) | null
}

type Loading = {
  readonly url: string
  readonly logger: Logger
  show(): void
  quit(): void
}

/**
 * Loads the page, and asks whether to try again until it loads or the user quits. Without the question, Mailroom would
 * have no window.
 */
export async function loadPage(window: BrowserWindow, { url, logger, show, quit }: Loading): Promise<void> {
  for (;;) {
    const failure = await window.loadURL(url).then(
      () => null,
      (error: unknown) => error,
    )
    // Loading also fails if the window is closed or a newer load replaces this one.
    if (failure === null || window.isDestroyed() || isAborted(failure)) return
    logger.log('error', 'the page did not load', { reason: String(failure) })
    show()
    const { response } = await dialog.showMessageBox(window, loadQuestion)
    if (response === loadQuestion.cancelId) return quit()
    if (window.isDestroyed()) return
  }
}

function isAborted(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === 'ERR_ABORTED'
}

export function watchPage(window: BrowserWindow, around: Surroundings): void {
  const contents = window.webContents
  contents.on('context-menu', (_event, params) => {
    const template = contextMenuTemplate(params, {
      replaceMisspelling: (word) => contents.replaceMisspelling(word),
      openLink: around.windowFor(params.linkURL),
    })
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window })
  })
  // Without a handler here, Electron would silently keep the page: no button could close the window, and a reload would do
  // nothing.
  contents.on('will-prevent-unload', (event) => {
    if (around.isClosing() || isConfirmed(dialog.showMessageBoxSync(window, leaveQuestion))) event.preventDefault()
  })
  contents.on('preload-error', (_event, _path, error) => {
    around.logger.log('error', 'the preload failed', { reason: error.message })
  })
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    around.logger.log('error', 'the page’s process is gone', { reason, exitCode })
    void reviveOrQuit(window, around)
  })
  // Chromium reports a hanging page repeatedly.
  let isAsking = false
  window.on('unresponsive', () => {
    if (isAsking) return
    isAsking = true
    void askAboutHang(window, around.logger).finally(() => {
      isAsking = false
    })
  })
}

async function reviveOrQuit(window: BrowserWindow, { crashes, revive, quit }: Surroundings): Promise<void> {
  if (crashes.crashed() === 'ask') {
    const { response } = await dialog.showMessageBox(window, crashQuestion)
    if (response === 1) return quit()
  }
  if (!window.isDestroyed()) revive()
}

async function askAboutHang(window: BrowserWindow, logger: Logger): Promise<void> {
  logger.log('warn', 'the page is not responding')
  const closing = new AbortController()
  const close = (): void => closing.abort()
  window.once('responsive', close)
  // Aborting the question counts as its first button, which waits.
  const { response } = await dialog.showMessageBox(window, { ...hangQuestion, signal: closing.signal })
  if (!window.isDestroyed()) window.removeListener('responsive', close)
  // The page is terminated, since a hanging page would never respond. It is then reloaded as after any crash.
  if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
}
