import type { Planned } from './plan.ts'

/** `leads` is the Mailroom that syncs the team’s archive; `follows` is any other that could take over. */
export type TeamRole = 'leads' | 'follows'

/**
 * How many times this Mailroom, which looks twice a minute, leaves a due run to others. `usual`: this Mailroom made the
 * last run and so makes the next one first, which keeps the files in one folder. `withoutFolder`: if no Mailroom with a
 * folder has begun the run by then, the run fails here, so that somebody learns about it.
 */
const looksLeft = { usual: 4, other: 8, withoutFolder: 16 }

/**
 * Decides whether this Mailroom begins a team’s due run. The Mailroom that syncs the archive begins it at once, unless
 * it has no folder for the schedule or its host can’t write to folders. In that case, another Mailroom does.
 */
export class TeamRuns {
  readonly #looks = new Map<string, { readonly due: number; readonly count: number }>()

  /** Must be called once each time that the run is found due, and never before. */
  mayBegin(schedule: Planned, role: TeamRole): boolean {
    const { folderPath, ranHere, last } = schedule
    const hasFolder = folderPath !== ''
    if (role === 'leads') return hasFolder || this.#look(schedule) > looksLeft.withoutFolder
    if (!hasFolder) return false
    const isUsual = ranHere !== null && ranHere === last?.at
    return this.#look(schedule) > looksLeft[isUsual ? 'usual' : 'other']
  }

  #look({ id, due }: Planned): number {
    const before = this.#looks.get(id)
    const count = before?.due === due ? before.count + 1 : 1
    this.#looks.set(id, { due, count })
    return count
  }
}
