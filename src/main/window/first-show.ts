import type { BrowserWindow } from 'electron'
import type { Clock } from '#core/base/ports.ts'

/** After this time, even an empty window is better than none. */
const longestMilliseconds = 3000

type Shown = Pick<BrowserWindow, 'show' | 'isDestroyed' | 'once'> & {
  readonly webContents: Pick<BrowserWindow['webContents'], 'once'>
}

/**
 * Shows a new window at its first frame, so that no white area is visible. On Wayland, Electron emits `ready-to-show`
 * only after `show()` (electron#48859), so on Linux the window is also shown when the page has loaded, and on every
 * system after a timeout. Returns a function that shows the window earlier.
 */
export function showWhenReady(window: Shown, platform: NodeJS.Platform, clock: Clock): () => void {
  let isShown = false
  const show = (): void => {
    timer.cancel()
    if (isShown || window.isDestroyed()) return
    isShown = true
    window.show()
  }
  const timer = clock.after(longestMilliseconds, show)
  window.once('ready-to-show', show)
  if (platform === 'linux') window.webContents.once('did-finish-load', show)
  window.once('closed', () => timer.cancel())
  return show
}
