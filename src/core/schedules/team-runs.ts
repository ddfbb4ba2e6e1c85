import type { Planned } from './plan.ts'

/** `leads` is the Mailroom that syncs the team’s archive; `follows` is any other that could take over. */
export type TeamRole = 'leads' | 'follows'

/**
 * How many times a due run is left to others, at two looks a minute. The Mailroom that runs a schedule usually does so
 * again, so that its files are all in one folder. One without a folder waits for those that have one, and then its run
 * fails, so that somebody learns about it.
 */
const looksLeft = { usual: 4, other: 8, withoutFolder: 16 }

/**
 * Decides whether this Mailroom begins a team’s due run. The one that syncs the archive does so at once, unless it has no
 * folder for the schedule or is a host that can’t write to folders; then another one does.
 */
export class TeamRuns {
  readonly #looks = new Map<string, { readonly due: number; readonly count: number }>()

  /** Must be called once each time that the run is found due. */
  mayBegin(schedule: Planned, role: TeamRole | undefined): boolean {
    const { folderPath, ranHere, last } = schedule
    const hasFolder = folderPath !== ''
    if (role === 'leads') return hasFolder || this.#look(schedule) > looksLeft.withoutFolder
    if (role === undefined || !hasFolder) return false
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
