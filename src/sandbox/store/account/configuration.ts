import type { Database } from '../database/database.ts'
import type { SendingConfiguration, Settings } from '../types/account-types.ts'

const initial: SendingConfiguration = {
  trackOpens: true,
  trackClicks: true,
  trackMailTo: false,
  addNewDomains: false,
  googleAnalytics: {},
  unsubscribe: {},
  customTrack: {},
}

/** The account’s defaults for every send. */
export class StoredConfiguration {
  readonly #settings: Settings
  #current: SendingConfiguration | undefined

  constructor(database: Database, settings: Settings) {
    this.#settings = settings
    database.onForget(() => (this.#current = undefined))
  }

  get current(): SendingConfiguration {
    const stored = (): Partial<SendingConfiguration> =>
      JSON.parse(this.#settings.get('sending-configuration') ?? '{}') as Partial<SendingConfiguration>
    return (this.#current ??= { ...initial, ...stored() })
  }

  write(configuration: SendingConfiguration): void {
    this.#settings.set('sending-configuration', JSON.stringify(configuration))
    this.#current = configuration
  }
}
