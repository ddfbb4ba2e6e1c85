import { AppError } from '#shared/contract/base/error.ts'
import type { SendSummary } from '#shared/contract/base/sends.ts'
import type { Host } from '../../../lib/host/host.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import { isHostAway } from '../../../lib/host/host-away.ts'
import { momentOf, type WallTime } from '../../../lib/ui/dates/zoned-time.ts'
import { timePresets } from './time-presets.ts'

type Needs = {
  readonly host: Pick<Host, 'invoke'>
  readonly draft: { readonly id: string; flush(): Promise<void> }
  readonly formats: Pick<Formats, 'timeZone' | 'clock'>
  readonly undoSeconds: number
  readonly now?: () => number
}

/** The time selected for sending a draft, and the call that sends it. */
export class SendChoice {
  when = $state<'now' | 'later'>('now')
  /** The time as typed, in the time zone from the settings. */
  time = $state.raw<WallTime>({ date: '', time: '' })
  undoSeconds = $state(0)
  busy = $state(false)
  failure = $state.raw<AppError | null>(null)
  /** Whether the send may have started although it failed, because the response was lost. */
  isUnsure = $state.raw(false)
  readonly zone: string
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
    this.zone = needs.formats.timeZone
    this.undoSeconds = needs.undoSeconds
    this.time = this.presets[0]!.time
  }

  get presets(): { readonly label: string; readonly time: WallTime }[] {
    return timePresets(this.zone, this.#now(), (time) => this.#needs.formats.clock(time))
  }

  /** The selected time; null to send now. */
  get at(): number | null {
    return this.when === 'now' ? null : momentOf(this.zone, this.time)
  }

  get problem(): string | undefined {
    if (this.when === 'now') return undefined
    const { at } = this
    if (at === null) return 'Choose a date and a time.'
    if (at <= this.#now()) return 'That time has passed. Choose a later one.'
    return undefined
  }

  /**
   * Sends the message as shown on the screen. Returns null if the send did not start; `problem` or `failure` then
   * contains the reason.
   */
  async send(): Promise<SendSummary | null> {
    if (this.busy || this.problem !== undefined) return null
    const { host, draft } = this.#needs
    this.busy = true
    this.failure = null
    this.isUnsure = false
    let isAsked = false
    try {
      await draft.flush()
      isAsked = true
      return await host.invoke('sends.start', { draftId: draft.id, at: this.at, undoSeconds: this.undoSeconds })
    } catch (thrown) {
      this.failure = AppError.from(thrown)
      this.isUnsure = isAsked && isHostAway(this.failure)
      return null
    } finally {
      this.busy = false
    }
  }

  #now(): number {
    return this.#needs.now?.() ?? Date.now()
  }
}
