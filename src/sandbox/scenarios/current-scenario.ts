import { planLife } from './plan-life.ts'
import { createRandom } from '../base/random.ts'
import { seedScenario } from './fill-scenario.ts'
import { scenarioNames, type ScenarioName, type ScenarioOptions } from '../base/scenario.ts'
import type { PlannedStep, Store } from '../store/index.ts'

const fixedSeed = 1

/** Which scenario the store holds, and what follows from it for messages that are sent now. */
export class Scene {
  readonly #store: Store
  #random = createRandom(fixedSeed)
  #name: ScenarioName | undefined

  constructor(store: Store) {
    this.#store = store
  }

  get name(): ScenarioName {
    this.#name ??= scenarioNames.find((name) => name === this.#store.settings.get('scenario')) ?? 'empty'
    return this.#name
  }

  /** Empties the store and plants a scenario. */
  plant(name: ScenarioName, options: ScenarioOptions): void {
    seedScenario(this.#store, name, options)
    this.#name = name
    this.#random = createRandom(fixedSeed)
  }

  /**
   * `demo` and `million` are a living shop: what is sent there is opened and bounces as likely as its history. In
   * `empty` mail arrives and nothing is invented, so that a program under test sees only what it caused itself.
   */
  planLife(start: number, links: () => readonly string[]): PlannedStep[] | undefined {
    return this.name === 'empty' ? undefined : planLife(this.#random, start, { links: links() })
  }
}
