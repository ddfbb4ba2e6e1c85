import { z } from 'zod'
import { AppError } from '#shared/contract/base/error.ts'
import { updateNotice, type UpdateState } from '#shared/contract/updates.ts'
import { isNewerVersion } from '#shared/domain/updates/newer-version.ts'
import { readPublicFile } from '../api/index.ts'
import { JsonFile } from '../base/json-file.ts'
import type { Ground } from '../base/room.ts'
import type { Settings } from '../settings/index.ts'
import { isExpired, readSignedNotice, signedNotice } from './signed-notice.ts'
import type { UpdateSource } from './update-source.ts'

type UpdatesNeeds = Ground & { readonly settings: Settings; readonly source: UpdateSource }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const mostBytes = 64 * 1024

const keptState = z.object({
  askedAt: z.number().nullable(),
  hasFailed: z.boolean(),
  newest: signedNotice.nullable(),
  dismissed: z.string().nullable(),
})
type Kept = z.infer<typeof keptState>
const shownNotice = updateNotice.strip()
const nothingKept: Kept = { askedAt: null, hasFailed: false, newest: null, dismissed: null }

type Target = { readonly address: URL; readonly publicKey: string }

/** Checks once a day for a newer version and reports it. Downloads nothing. */
export class Updates {
  readonly #needs: UpdatesNeeds
  readonly #target: Target | null
  readonly #file: JsonFile<Kept>
  readonly #closing = new AbortController()
  /** Codes of failures already in the log: an entry every day for months would add nothing to the first. */
  readonly #logged = new Set<string>()
  #alarm: { cancel(): void } | null = null
  #asking: Promise<void> | null = null

  private constructor(needs: UpdatesNeeds, file: JsonFile<Kept>) {
    this.#needs = needs
    this.#target = targetOf(needs.source)
    this.#file = file
  }

  static async open(needs: UpdatesNeeds): Promise<Updates> {
    const file = { name: 'updates.json', initial: nothingKept, read: (parsed: unknown) => keptState.parse(parsed) }
    return new Updates(needs, await JsonFile.inDataFolder<Kept>(needs, file))
  }

  state(): UpdateState {
    const { askedAt, hasFailed, newest, dismissed } = this.#file.value
    const { clock, host } = this.#needs.ports
    const isOffered = this.#target !== null
    // This is decided here, not when the notice was fetched, because this version may be the announced one.
    const counts =
      isOffered && newest !== null && isNewerVersion(newest.version, host.appVersion) && !isExpired(newest, clock.now())
    return {
      isOffered,
      askedAt,
      hasFailed,
      newest: counts ? shownNotice.parse(newest) : null,
      isDismissed: counts && newest.version === dismissed,
    }
  }

  async check(): Promise<UpdateState> {
    if (this.#target === null) {
      throw new AppError(
        'not-offered',
        'This build of Mailroom has no update server, so it can’t check for a new version.',
      )
    }
    await this.#askOnce(this.#target)
    return this.state()
  }

  async dismiss(version: string): Promise<UpdateState> {
    await this.#file.set((kept) => ({ ...kept, dismissed: version }))
    return this.#emitted()
  }

  /** The first request is delayed so that it does not slow down Mailroom’s start. */
  start(): void {
    if (this.#target !== null) this.#wait(minute, this.#target)
  }

  async stop(): Promise<void> {
    this.#alarm?.cancel()
    this.#closing.abort()
    await this.#asking?.catch(() => undefined)
    await this.#file.settled()
  }

  /** Checks the clock every hour, because a day-long timer fires late on a computer that sleeps. */
  #wait(delay: number, target: Target): void {
    this.#alarm = this.#needs.ports.clock.after(delay, () => {
      // The failure is in the log, and is shown when the user checks manually.
      if (this.#isTime()) this.#askOnce(target).catch(() => undefined)
      this.#wait(hour, target)
    })
  }

  #isTime(): boolean {
    if (!this.#needs.settings.value.checkForUpdates) return false
    const { askedAt } = this.#file.value
    const now = this.#needs.ports.clock.now()
    // A clock that was set back must not postpone the request for years.
    return askedAt === null || now - askedAt >= day || now < askedAt
  }

  #askOnce(target: Target): Promise<void> {
    this.#asking ??= this.#ask(target).finally(() => (this.#asking = null))
    return this.#asking
  }

  async #ask({ address, publicKey }: Target): Promise<void> {
    const { ports, source } = this.#needs
    const { clock } = ports
    const { signal } = this.#closing
    try {
      // The time is saved before the call, so that a program that ends during the call and restarts does not check any
      // sooner.
      await this.#file.set((kept) => ({ ...kept, askedAt: clock.now() }))
      const file = await readPublicFile(address, { clock, mostBytes, network: source.network, signal })
      const newest = readSignedNotice(file, publicKey, clock.now())
      await this.#file.set((kept) => ({ ...kept, hasFailed: false, newest }))
      this.#logged.clear()
    } catch (thrown) {
      if (signal.aborted) throw thrown
      await this.#file.set((kept) => ({ ...kept, hasFailed: true })).catch(() => undefined)
      throw this.#failure(thrown)
    } finally {
      if (!signal.aborted) this.#emitted()
    }
  }

  #failure(thrown: unknown): AppError {
    const cause = AppError.from(thrown)
    if (!this.#logged.has(cause.code)) {
      const details = { code: cause.code, reason: cause.details['reason'] ?? cause.message }
      this.#needs.ports.logger.log('warn', 'Mailroom could not check for a new version.', details)
    }
    this.#logged.add(cause.code)
    if (['update-refused', 'disk'].includes(cause.code)) return cause
    const sentence = 'Mailroom couldn’t reach the update server. Check your connection, then try again.'
    return new AppError('update-unreachable', sentence, { retryable: true, details: { reason: cause.code }, cause })
  }

  #emitted(): UpdateState {
    const payload = this.state()
    this.#needs.events.emit({ name: 'updates.changed', payload })
    return payload
  }
}

/** Null if there is no address to request or no key to verify the response. */
function targetOf({ address, publicKey }: UpdateSource): Target | null {
  const url = address === null ? null : URL.parse(address)
  return url?.protocol === 'https:' && publicKey !== null ? { address: url, publicKey } : null
}
