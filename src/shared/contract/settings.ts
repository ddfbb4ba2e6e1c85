import { z } from 'zod'
import { command } from './base/define.ts'
import { longestDnsServer, mostDnsServers } from './base/domains/domain-kinds.ts'

export const settingsShape = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['compact', 'comfortable']),
  /** An IANA zone name, or `system`. */
  timeZone: z.string().max(80),
  dateFormat: z.enum(['locale', 'iso', 'day-month', 'month-day']),
  hourFormat: z.enum(['locale', '12', '24']),
  /** BCP 47 tag for dates and numbers, or `system`. */
  language: z.string().max(35),
  logLevel: z.enum(['error', 'warn', 'info', 'debug']),
  /** The hash of the view that was open last, which is opened again at the next start. */
  lastView: z.string().max(4000),
  /** Null until the user decides; until then, the window’s width decides. */
  sidebarCollapsed: z.boolean().nullable(),
  inspectorWidth: z.number().int().min(200).max(1200),
  /** Whether the app’s icon shows the number of sends and alerts that need attention, if the system supports it. */
  badge: z.boolean(),
  /**
   * Resolvers that a domain check queries, such as `192.0.2.53`. If there are none, it queries the computer’s own
   * resolver.
   */
  dnsServers: z.array(z.string().max(longestDnsServer)).max(mostDnsServers),
  /** Whether a domain check may also query a public resolver. */
  dnsPublicResolvers: z.boolean(),
  /** Whether Mailroom checks for a newer version once a day, if its build has an address for that. */
  checkForUpdates: z.boolean(),
  /** Small values that views store by name, such as table columns and open panels. */
  viewState: z.record(z.string().max(80), z.json()),
})
export type Settings = z.infer<typeof settingsShape>

export const settingsDefaults: Settings = {
  theme: 'system',
  density: 'compact',
  timeZone: 'system',
  dateFormat: 'locale',
  hourFormat: 'locale',
  language: 'system',
  logLevel: 'info',
  lastView: '',
  sidebarCollapsed: null,
  inspectorWidth: 340,
  badge: true,
  dnsServers: [],
  dnsPublicResolvers: true,
  checkForUpdates: true,
  viewState: {},
}

export const settings = {
  'settings.get': command(z.void(), settingsShape),
  /** Changes the given settings and returns all of them; `viewState` entries are merged by name. */
  'settings.change': command(settingsShape.partial(), settingsShape),
}
