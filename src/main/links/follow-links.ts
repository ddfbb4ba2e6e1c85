import { app } from 'electron'
import { linkScheme, longestLink } from '#shared/domain/app/mailroom-link.ts'
import type { Logger } from '#core/base/ports.ts'
import type { AppWindows } from '../window/app-windows.ts'
import type { LinkInbox } from './link-inbox.ts'

/** Must be called before Electron is ready, because macOS delivers the link that started the app before that. */
export function receiveLinks(inbox: LinkInbox): void {
  app.on('open-url', (event, url) => {
    event.preventDefault()
    inbox.receive(url.slice(0, longestLink + 1))
  })
  app.on('second-instance', (_event, _argv, _folder, handedOver) => {
    const link = linkIn(handedOver)
    if (link !== null) inbox.receive(link)
  })
}

/**
 * The extra data that a second instance passes to the first. It contains the link, because Chromium reorders the
 * arguments and adds others, and Electron advises against reading them (docs/api/app.md, Event second-instance).
 */
export function handedOver(link: string | null): Record<string, unknown> {
  return { link }
}

function linkIn(handedOver: unknown): string | null {
  if (typeof handedOver !== 'object' || handedOver === null || !('link' in handedOver)) return null
  return typeof handedOver.link === 'string' ? handedOver.link : null
}

/** The link stays plain text here. Only the page interprets it. */
export function openLinks(inbox: LinkInbox, windows: Pick<AppWindows, 'focus' | 'sendToFront'>): void {
  inbox.openWith((text) => {
    windows.focus()
    windows.sendToFront({ name: 'app.openLink', payload: { text } })
  })
}

/**
 * Makes this program the system’s handler for links. On Linux, the installed desktop entry does that, and calling
 * Electron would run xdg-settings and wait for it at every start.
 */
export function registerScheme(platform: NodeJS.Platform, logger: Logger): void {
  if (!app.isPackaged || platform === 'linux') return
  // Windows appends the link to these arguments. After `--`, Chromium treats nothing as a switch, whatever the link
  // contains (https://www.electronjs.org/blog/protocol-handler-fix).
  const isDone =
    platform === 'win32'
      ? app.setAsDefaultProtocolClient(linkScheme, process.execPath, ['--'])
      : app.setAsDefaultProtocolClient(linkScheme)
  if (!isDone) logger.log('warn', 'links of Mailroom could not be registered with the system')
}
