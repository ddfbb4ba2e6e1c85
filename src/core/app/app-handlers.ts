import { AppError } from '#shared/contract/base/error.ts'
import type { AppInfo } from '#shared/contract/app.ts'
import { externalUrl } from '#shared/domain/app/external-url.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { Ports } from '../base/ports.ts'
import { readLicences } from './licences.ts'
import type { Notices } from './notices.ts'

const platforms: Partial<Record<NodeJS.Platform, AppInfo['platform']>> = {
  darwin: 'mac',
  win32: 'windows',
  linux: 'linux',
}

export function appHandlers(ports: Ports, notices: Notices): HandlersOf<'app'> {
  return {
    'app.info': () => {
      const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions()
      return {
        version: ports.host.appVersion,
        host: ports.host.name,
        components: ports.host.components.map((component) => ({ ...component })),
        platform: platforms[process.platform] ?? 'other',
        systemTimeZone: timeZone,
        systemLanguage: locale,
        dataFolder: ports.paths.data,
        capabilities: ports.capabilities,
        notices: notices.list(),
      }
    },
    'app.dismissNotice': ({ id }) => notices.dismiss(id),
    'app.licences': () => readLicences(ports.paths.resources),
    'app.openExternal': ({ url }) => ports.shell.openExternal(openableUrl(url)),
    'app.revealDataFolder': () => ports.shell.reveal(ports.paths.data),
    'app.resetWindow': () => ports.window.reset(),
  }
}

/** Returns the URL in the form in which it is opened outside the app; throws if it must not be opened. */
export function openableUrl(text: string): string {
  const parsed = URL.parse(text)
  const url = parsed && externalUrl(parsed)
  if (url !== null) return url
  throw new AppError(
    'refused',
    'Mailroom opens only https and mailto links, and http links to this computer. Copy the link instead.',
  )
}
