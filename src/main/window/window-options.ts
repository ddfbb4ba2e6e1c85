import type { BrowserWindowConstructorOptions } from 'electron'
import { minimumSize, type WindowPlace } from './window-place.ts'

type Surroundings = {
  readonly place: WindowPlace
  readonly platform: NodeJS.Platform
  readonly packaged: boolean
  readonly dark: boolean
  readonly preload: string
  readonly icon: string
}

/**
 * Returns the value of the page’s `--bg`, so that neither the first frame nor the edge of a growing window flashes in
 * the other theme.
 */
export function backgroundOf(isDark: boolean): string {
  return isDark ? '#16181d' : '#ffffff'
}

export function windowOptions(around: Surroundings): BrowserWindowConstructorOptions {
  const { x, y, width, height, fullScreen } = around.place
  return {
    ...(x !== undefined && y !== undefined && { x, y }),
    width,
    height,
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    show: false,
    title: 'Mailroom',
    backgroundColor: backgroundOf(around.dark),
    ...(fullScreen && { fullscreen: true }),
    // Windows and macOS take the icon from the program itself.
    ...(around.platform === 'linux' && { icon: around.icon }),
    webPreferences: {
      preload: around.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      // On other systems, Chromium would download dictionaries.
      spellcheck: around.platform === 'darwin',
      devTools: !around.packaged,
    },
  }
}
