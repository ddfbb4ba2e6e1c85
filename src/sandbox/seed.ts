import { defaultCredentials, type ScenarioName, type ScenarioOptions } from './scenarios/types.ts'
import type { PlannedStep, Store } from './store/types.ts'

/** Plants a scenario into an empty store, and remembers which. */
export function seed(store: Store, name: ScenarioName, options: ScenarioOptions): void {
  const { now, username = defaultCredentials.username, key = defaultCredentials.key } = options
  const user = { id: 'user-1', username, civility: 1 as const, firstName: 'Sam', lastName: 'Box', customerType: 1 }
  const rest = { company: 'Mailroom', activity: '', job: '', address: '', address2: '', zipCode: '', city: '' }
  const settings = { newsletter: false, language: 'en', dateFormat: 'YYYY-MM-DD', timeFormat: 'HH:mm', timezone: 'UTC' }
  store.users.put({ ...user, ...rest, country: '', phone: '', mobile: '', settings })
  store.setAccount({ id: 'account-1', name: 'Sandbox', username, userId: 'user-1', createdAt: now })
  store.keys.add({ description: 'Default key', createdAt: now, key, enabled: true })
  store.settings.set('scenario', name)
}

/** A likely life; undefined where the scenario invents nothing. */
export function likelyLife(_store: Store): (start: number) => PlannedStep[] | undefined {
  return () => undefined
}
