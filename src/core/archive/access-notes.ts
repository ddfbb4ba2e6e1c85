import { AppError } from '#shared/contract/base/error.ts'
import type { AccessEntry } from '#shared/contract/base/team/access-log.ts'
import type { Clock } from '../base/ports.ts'
import type { ServerTeam } from './server/server-team.ts'

type AccessNotesOptions = {
  readonly clock: Clock
  /** Returns null for an archive on this computer. */
  readonly team: (accountId: string) => Promise<Pick<ServerTeam, 'logAccess'> | null> | null
  readonly onFailure?: (accountId: string, kind: AccessEntry['kind'], error: AppError) => void
}

/** An open page repeats its call after every change to the archive. Within this time, repeated calls are one access. */
const sameAccessMilliseconds = 10 * 60_000
const mostRemembered = 1000

/**
 * Writes to the access logs of team archives in the background: no user action waits for a line or fails because of
 * one.
 */
export class AccessNotes {
  readonly #options: AccessNotesOptions
  readonly #recent = new Map<string, number>()

  constructor(options: AccessNotesOptions) {
    this.#options = options
  }

  /** A note that repeats one from the last few minutes counts as the same access and isn’t written. */
  add(accountId: string, entry: AccessEntry, about?: string): void {
    const team = this.#options.team(accountId)
    if (team === null) return
    const key = about === undefined ? null : JSON.stringify([accountId, entry.kind, about])
    if (key !== null && this.#isRepeated(key)) return void team.catch(() => undefined)
    team
      .then((log) => log?.logAccess(entry))
      .catch((thrown: unknown) => {
        if (key !== null) this.#recent.delete(key)
        this.#options.onFailure?.(accountId, entry.kind, AppError.from(thrown))
      })
  }

  #isRepeated(key: string): boolean {
    const now = this.#options.clock.now()
    const before = this.#recent.get(key)
    this.#recent.delete(key)
    this.#recent.set(key, now)
    if (this.#recent.size > mostRemembered) this.#recent.delete(this.#recent.keys().next().value!)
    return before !== undefined && now - before < sameAccessMilliseconds
  }
}
