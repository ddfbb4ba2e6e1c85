import { AppError } from '#shared/contract/error.ts'
import type { AppInfo } from '#shared/contract/app.ts'
import type { HandlersOf } from '../handlers.ts'
import type { Ports } from '../ports.ts'
import { readLicences } from './licences.ts'
import type { Notices } from './notices.ts'

const platforms: Partial<Record<NodeJS.Platform, AppInfo['platform']>> = {
  darwin: 'mac',
  win32: 'windows',
  linux: 'linux',
}

export function aboutHandlers(ports: Ports, notices: Notices): HandlersOf<'app'> {
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
    'app.openExternal': ({ url }) => ports.shell.openExternal(externalUrl(url)),
    'app.revealDataFolder': () => ports.shell.reveal(ports.paths.data),
    'app.resetWindow': () => ports.window.reset(),
  }
}

/** Parsed, never compared by substring: `https:evil` tricks end at the parser. */
export function externalUrl(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol === 'https:' || url?.protocol === 'mailto:') return url.href
  throw new AppError('refused', 'Mailroom opens only https and mailto links outside itself.')
}
