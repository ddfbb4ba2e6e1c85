import { app, BrowserWindow, nativeTheme } from 'electron'
import { escapeHtml } from '#shared/domain/drafts/substitution.ts'
import { backgroundOf } from './window-options.ts'

/**
 * A small window that says what Mailroom waits for before it can open. It is not a message box, because those without a
 * parent block the process on macOS and could not be closed when the wait is over.
 */
export class WaitingWindow {
  #window: BrowserWindow | null = null

  constructor() {
    app.on('second-instance', () => this.#focus())
    app.on('activate', () => this.#focus())
  }

  show(sentence: string): void {
    this.#window ??= this.#open()
    // Loading fails if the window is closed in the meantime.
    this.#window.loadURL(pageOf(sentence)).catch(() => undefined)
  }

  close(): void {
    if (!this.#window) return
    // Electron quits when its last window closes unless there is a listener. That is right if the user closes the
    // window, but not here.
    app.on('window-all-closed', () => undefined)
    this.#window.destroy()
  }

  #open(): BrowserWindow {
    const window = new BrowserWindow({
      width: 480,
      height: 180,
      useContentSize: true,
      resizable: false,
      maximizable: false,
      fullscreenable: false,
      autoHideMenuBar: true,
      title: 'Mailroom',
      backgroundColor: backgroundOf(nativeTheme.shouldUseDarkColors),
      webPreferences: {
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
        devTools: false,
      },
    })
    window.on('closed', () => (this.#window = null))
    return window
  }

  #focus(): void {
    if (!this.#window) return
    if (this.#window.isMinimized()) this.#window.restore()
    this.#window.show()
    this.#window.focus()
  }
}

const style = `
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
  body { display: grid; place-content: center; justify-items: center; height: 100vh; margin: 0 24px; text-align: center }
  button { font: inherit; padding: 4px 20px }
`

function pageOf(sentence: string): string {
  const quit = '<button type="button" autofocus onclick="window.close()">Quit</button>'
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mailroom</title><style>${style}</style>
    <p role="status">${escapeHtml(sentence)}</p>${quit}</html>`
  return `data:text/html;charset=utf-8;base64,${Buffer.from(html).toString('base64')}`
}
