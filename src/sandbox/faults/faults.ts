import { faultDefaults, matchesPath, type Fault } from '#shared/domain/sandbox/fault.ts'

type Armed = {
  fault: Fault
  left: number
}

function armed(fault: Fault): Armed {
  return { fault: { ...fault, path: belowVersion(fault.path) }, left: fault.times ?? Infinity }
}

/** A path is often copied from the log, or from a URL, where it has the version in front. */
function belowVersion(path: string): string {
  const below = path.replace(/^\/?v1(?=[/*]|$)/, '')
  return /^[/*]/.test(below) ? below : `/${below}`
}

/** The faults that are switched on, and the dice that decide when one strikes: a fixed seed, so that runs repeat. */
export class Faults {
  #armed: Armed[] = []
  #dice = 1

  get isEmpty(): boolean {
    return this.#armed.length === 0
  }

  list(): Fault[] {
    return this.#armed.map(({ fault, left }) => (left === Infinity ? fault : { ...fault, times: left }))
  }

  set(faults: readonly Fault[]): void {
    this.#dice = 1
    this.#armed = faults.map(armed)
  }

  add(fault: Fault): void {
    this.#armed.push(armed(fault))
  }

  clear(): void {
    this.set([])
  }

  /** The first that matches and strikes; one call suffers one fault. */
  pick(method: string, path: string): Fault | undefined {
    for (const armed of this.#armed) {
      const { fault } = armed
      if (fault.method !== undefined && fault.method.toUpperCase() !== method) continue
      if (!matchesPath(fault.path, path) || this.#roll() >= (fault.probability ?? 1)) continue
      armed.left--
      if (armed.left <= 0) this.#armed = this.#armed.filter((other) => other !== armed)
      return { ...faultDefaults, ...fault }
    }
    return undefined
  }

  /** mulberry32 */
  #roll(): number {
    this.#dice = (this.#dice + 0x6d2b79f5) | 0
    let t = Math.imul(this.#dice ^ (this.#dice >>> 15), 1 | this.#dice)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
