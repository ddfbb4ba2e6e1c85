import { faultDefaults, type Fault } from '#shared/contract/base/faults.ts'
import { matchesPath } from '#shared/domain/sandbox/fault.ts'
import { createRandom } from '../base/random.ts'

type Armed = {
  fault: Fault
  left: number
}

function armed(fault: Fault): Armed {
  return { fault: { ...fault, path: belowVersion(fault.path) }, left: fault.times ?? Infinity }
}

/** A path may begin with the version, because users copy paths from the log or from a URL. */
function belowVersion(path: string): string {
  const below = path.replace(/^\/?v1(?=[/*]|$)/, '')
  return /^[/*]/.test(below) ? below : `/${below}`
}

/** The active faults. Their random generator always starts in the same state, so that runs can be repeated. */
export class Faults {
  #armed: Armed[] = []
  /** Called when a fault was applied for the last time. */
  onUsedUp: () => void = () => undefined
  #random = createRandom(1)

  get isEmpty(): boolean {
    return this.#armed.length === 0
  }

  list(): Fault[] {
    return this.#armed.map(({ fault, left }) => (left === Infinity ? fault : { ...fault, times: left }))
  }

  set(faults: readonly Fault[]): void {
    this.#random = createRandom(1)
    this.#armed = faults.map(armed)
  }

  add(fault: Fault): void {
    this.#armed.push(armed(fault))
  }

  clear(): void {
    this.set([])
  }

  /** Returns the first fault that applies to the call, and uses up one of its times. Later faults are ignored. */
  pick(method: string, path: string): Fault | undefined {
    for (const armed of this.#armed) {
      const { fault } = armed
      if (fault.method !== undefined && fault.method.toUpperCase() !== method) continue
      if (!matchesPath(fault.path, path) || this.#random.next() >= (fault.probability ?? 1)) continue
      armed.left--
      if (armed.left <= 0) {
        this.#armed = this.#armed.filter((other) => other !== armed)
        this.onUsedUp()
      }
      return { ...faultDefaults, ...fault }
    }
    return undefined
  }
}
