import { dialog, Menu, type BrowserWindow } from 'electron'
import type { Logger } from '#core/base/ports.ts'
import { crashQuestion, hangQuestion } from './dialog-options.ts'
import { contextMenuTemplate } from '../menu/context-menu.ts'
import type { CrashGuard } from './crash-guard.ts'

type Surroundings = {
  readonly crashes: CrashGuard
  readonly logger: Logger
  load(): void
  /** After a crash, once the page is there again. */
  revived(): void
  quit(): void
}

/** What can happen to the page of a window: a right click, a crash, a hang. */
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
    const { response } = await dialog.showMessageBox(window, crashQuestion())
    if (response === 1) return quit()
  }
  if (window.isDestroyed()) return
  window.webContents.once('did-finish-load', revived)
  load()
}

async function askAboutHang(window: BrowserWindow, logger: Logger): Promise<void> {
  logger.log('warn', 'the page does not respond')
  const { response } = await dialog.showMessageBox(window, hangQuestion())
  // Ended, not asked to go: a page that hangs would never answer. The crash that follows loads it again.
  if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
}
