import { dialog, Menu, type BrowserWindow } from 'electron'
import type { Logger } from '#core/base/ports.ts'
import { crashQuestion, hangQuestion } from './dialog-options.ts'
import { contextMenuTemplate } from '../menu/context-menu.ts'
import type { CrashGuard } from './crash-guard.ts'

type Surroundings = {
  readonly crashes: CrashGuard
  readonly logger: Logger
  load(): void
  /** Called after a crash, once the page is loaded again. */
  revived(): void
  quit(): void
}

/** Handles right clicks, crashes and hangs of the page. */
export function watchPage(window: BrowserWindow, around: Surroundings): void {
  const contents = window.webContents
  contents.on('context-menu', (_event, params) => {
    const template = contextMenuTemplate(params, (word) => contents.replaceMisspelling(word))
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window })
  })
  contents.on('preload-error', (_event, _path, error) => {
    around.logger.log('error', 'the preload failed', { reason: error.message })
  })
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    around.logger.log('error', 'the page’s process is gone', { reason, exitCode })
    void revive(window, around)
  })
  window.on('unresponsive', () => void askAboutHang(window, around.logger))
}

async function revive(window: BrowserWindow, { crashes, load, revived, quit }: Surroundings): Promise<void> {
  if (crashes.crashed() === 'ask') {
    const { response } = await dialog.showMessageBox(window, crashQuestion)
    if (response === 1) return quit()
  }
  if (window.isDestroyed()) return
  window.webContents.once('did-finish-load', revived)
  load()
}

async function askAboutHang(window: BrowserWindow, logger: Logger): Promise<void> {
  logger.log('warn', 'the page is not responding')
  const { response } = await dialog.showMessageBox(window, hangQuestion)
  // Ended by force, since a page that hangs would never respond. It is reloaded like after any crash.
  if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
}
