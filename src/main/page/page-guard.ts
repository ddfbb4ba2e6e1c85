import { app, session, type Session, type WebContents } from 'electron'
import type { Logger } from '#core/base/ports.ts'
import type { PageAddress } from './page-address.ts'
import { mayNavigate, mayRequest, mayUsePermission } from './page-rules.ts'

/** URLs are cut to this many characters in the log. A link may have two million. */
const longestLogged = 2000

type Guard = {
  readonly page: PageAddress
  readonly logger: Logger
  /**
   * Returns a function that opens another window, or null if the address is not the page’s. Sandboxed frames allow no
   * popups.
   */
  windowFor(url: string): (() => void) | null
}

/** Applies to every page in this process, not only to the known windows. */
export function guardPages(guard: Guard): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, guard))
  const { page } = guard
  guardSession(session.defaultSession, page)
}

function guardContents(contents: WebContents, { page, logger, windowFor }: Guard): void {
  contents.on('will-frame-navigate', (details) => {
    if (mayNavigate(page, details.url, details.isMainFrame)) return
    details.preventDefault()
    logger.log('warn', 'navigation refused', { url: cut(details.url), mainFrame: details.isMainFrame })
  })
  contents.on('will-redirect', (details) => {
    details.preventDefault()
    logger.log('warn', 'redirect refused', { url: cut(details.url) })
  })
  contents.setWindowOpenHandler(({ url }) => {
    // Opens a separate window for the page. A window created by Chromium would share this one’s process and preload.
    const open = windowFor(url)
    if (open) open()
    else logger.log('warn', 'window refused', { url: cut(url) })
    return { action: 'deny' }
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

function cut(url: string): string {
  return url.length > longestLogged ? `${url.slice(0, longestLogged)}…` : url
}

function guardSession(own: Session, page: PageAddress): void {
  own.setPermissionRequestHandler((_contents, permission, callback, details) =>
    callback(mayUsePermission(page, permission, details.requestingUrl, details.isMainFrame)),
  )
  own.setPermissionCheckHandler((_contents, permission, origin, details) =>
    mayUsePermission(page, permission, details.requestingUrl ?? origin, details.isMainFrame),
  )
  own.setDevicePermissionHandler(() => false)
  own.webRequest.onBeforeRequest((details, callback) => callback({ cancel: !mayRequest(page, details.url) }))
  // Downloads are refused, because files are saved by token in the host’s dialog.
  own.on('will-download', (event) => event.preventDefault())
}
