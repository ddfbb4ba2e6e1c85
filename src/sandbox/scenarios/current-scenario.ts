import { createRandom } from '../base/random.ts'
import { scenarioNames, type ScenarioName, type ScenarioOptions } from '../base/scenario.ts'
import type { PlannedStep, Store } from '../store/index.ts'
import { fillScenario } from './fill-scenario.ts'
import { planLife, type Odds } from './plan-life.ts'

const randomSeed = 1

/**
 * Messages from users and programs are always delivered, unless the recipient’s address requests something else. Nobody
 * complains or unsubscribes, because that would block the next send.
 */
const alwaysDelivered = {
  error: 0,
  filtered: 0,
  hardbounced: 0,
  softbounced: 0,
  deferred: 0,
  complaint: 0,
  unsubscribed: 0,
} satisfies Partial<Odds>

/** The scenario in the store, and its effect on messages sent now. */
export class CurrentScenario {
  readonly #store: Store
  #random = createRandom(randomSeed)
  #name: ScenarioName | undefined

  constructor(store: Store) {
    this.#store = store
  }

  get name(): ScenarioName {
    this.#name ??= scenarioNames.find((name) => name === this.#store.settings.get('scenario')) ?? 'empty'
    return this.#name
  }

  fill(name: ScenarioName, options: ScenarioOptions): void {
    fillScenario(this.#store, name, options)
    this.#name = name
    this.#random = createRandom(randomSeed)
  }

  /** Must be called after the store’s content has been replaced. */
  forget(): void {
    this.#name = undefined
    this.#random = createRandom(randomSeed)
  }

  /**
   * In `demo` and `million`, new messages are delivered and then opened as often as the shop’s earlier ones. In
   * `empty`, they are only delivered, so that a program under test sees nothing that it didn’t cause.
   */
  planLife(start: number, links: () => readonly string[]): PlannedStep[] | undefined {
    return this.name === 'empty' ? undefined : planLife(this.#random, start, { links: links(), odds: alwaysDelivered })
  }
}
