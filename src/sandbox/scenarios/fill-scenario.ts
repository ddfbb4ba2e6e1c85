import { msPerDay } from '#shared/domain/base/durations.ts'
import type { Store } from '../store/index.ts'
import { fillAccount, fillShop } from './account.ts'
import { writePast } from './write-past.ts'
import { createRandom } from '../base/random.ts'
import type { Volume } from './traffic.ts'
import type { ScenarioName, ScenarioOptions } from '../base/scenario.ts'

const volumes: Readonly<Record<Exclude<ScenarioName, 'empty'>, Volume>> = {
  demo: { messages: 50_000, days: 90, customers: 6000 },
  million: { messages: 1_000_000, days: 365, customers: 60_000 },
}

/**
 * Empties the store and fills it with a scenario in a single transaction: if it fails, the old content stays. The same
 * seed and the same day of `now` give the same records. Tests pass a smaller `volume`.
 */
export function fillScenario(store: Store, name: ScenarioName, options: ScenarioOptions & { volume?: Volume }): void {
  const { database } = store
  const seed = options.seed ?? 1
  const anchor = Math.floor(options.now / msPerDay) * msPerDay
  store.reset(() => {
    fillAccount(store, anchor, options)
    store.settings.set('scenario', name)
    store.settings.set('seed', String(seed))
    options.saveMore?.()
    if (name === 'empty') return
    fillShop(store, anchor)
    // Building the index at the end takes a third of the time needed to update it for every row.
    database.exec('DROP INDEX messages_stream')
    writePast(store, createRandom(seed), { anchor, volume: options.volume ?? volumes[name] })
    database.exec('CREATE INDEX messages_stream ON messages (stream)')
  })
}
