import { nameProblems, type ServiceNames } from '#shared/contract/base/sandbox/service-names.ts'
import { defaults, type SandboxOptions, type SettingNames } from '../base/options.ts'
import { invalid } from '../http/service-error.ts'
import type { Store } from '../store/index.ts'

const setting = 'service-names'

/**
 * The provider’s own names for headers and options. They are stored with the data and can change while the sandbox
 * runs.
 */
export class KeptNames implements SettingNames {
  readonly #store: Store
  readonly #keyHeaders = new Set<string>()
  #names: ServiceNames

  /** Names passed as options replace the stored names. */
  constructor(store: Store, given: Pick<SandboxOptions, 'headerNames' | 'prefix'>) {
    this.#store = store
    const kept = JSON.parse(store.settings.get(setting) ?? '{}') as Partial<ServiceNames>
    this.#names = {
      headerNames: given.headerNames ?? kept.headerNames ?? defaults.headerNames,
      prefix: given.prefix ?? kept.prefix ?? defaults.prefix,
    }
    this.set(this.#names)
  }

  get all(): ServiceNames {
    return this.#names
  }

  /** In lower case, because HTTP header names are case-insensitive. */
  get userHeader(): string {
    return this.#names.headerNames.user.toLowerCase()
  }

  get keyHeader(): string {
    return this.#names.headerNames.key.toLowerCase()
  }

  /** In upper case, because these keys are case-insensitive as well. */
  get prefix(): string {
    return this.#names.prefix.toUpperCase()
  }

  /**
   * All names that the key header has had since the sandbox started, because the request log still contains calls that
   * used them.
   */
  get keyHeaders(): ReadonlySet<string> {
    return this.#keyHeaders
  }

  set(names: ServiceNames): void {
    const problem = Object.values(nameProblems(names)).find((found) => found !== undefined)
    if (problem !== undefined) throw invalid(problem)
    this.#store.settings.set(setting, JSON.stringify(names))
    this.#names = names
    this.#keyHeaders.add(this.keyHeader)
  }

  /** Must be called after the store has been emptied. */
  save(): void {
    this.set(this.#names)
  }
}
