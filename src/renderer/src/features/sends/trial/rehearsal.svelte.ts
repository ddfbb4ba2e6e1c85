import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { Host } from '../../../lib/host/host.ts'
import { stateLook } from '../../../lib/ui/badges/state-look.ts'
import type { EditedDraft } from '../../editor/index.ts'
import { callLooks } from '../sent/call-looks.ts'

type Result = NonNullable<CommandOutput<'sends.rehearsal'>['last']>
export type RehearsedMail = Result['mails'][number]

export const isRefused = ({ outboxId }: RehearsedMail): boolean => outboxId === null

/** Returns the text of the badge. The sandbox stores nothing about a message that it did not accept. */
export function stateWord(mail: RehearsedMail): string {
  if (!isRefused(mail)) return stateLook(mail.state).label
  return callLooks[mail.state === 'absent' ? 'absent' : 'refused'].label
}

/** Returns the service’s wording without Mailroom’s surrounding sentence, for a narrow column. */
export function shortReason({ reason }: RehearsedMail): string {
  const says = reason.indexOf(quoteBegins)
  return says === -1 ? reason : reason.slice(says + quoteBegins.length)
}
const quoteBegins = ' The service says: '

/**
 * Returns the words that a search matches. Refused messages are also found by “error”, because most services use that
 * word.
 */
function wordsOf(mail: RehearsedMail): string {
  const { address, state, reason } = mail
  return `${address}\n${state}\n${stateWord(mail)}\n${isRefused(mail) ? 'refused error' : ''}\n${reason}`
}

type Rehearsed = Pick<EditedDraft, 'id' | 'isDirty' | 'savedAt' | 'flush'> & {
  readonly files: Pick<EditedDraft['files'], 'settled'>
}

/** A complete send to the sandbox, and the messages that arrived there. */
export class Rehearsal {
  /** The job of the current rehearsal; null if none is running. */
  jobId = $state.raw<string | null>(null)
  /** True while a rehearsal has been requested but its job is not known yet. */
  isStarting = $state(false)
  /** Gives up a start that still waits for files or for the draft to be saved. */
  isGivenUp = false
  result = $state.raw<Result | null>(null)
  failure = $state.raw<AppError | null>(null)
  /** True until the search for an earlier rehearsal has finished. */
  isLoading = $state.raw(true)
  /** Only messages whose address, state or reason matches are shown. */
  search = $state('')
  onlyRefused = $state(false)
  readonly refused = $derived(this.result?.mails.filter(isRefused).length ?? 0)
  readonly mails = $derived.by(() => {
    const all = this.result?.mails ?? []
    // After another rehearsal, there may be no refused messages.
    const asked = this.onlyRefused && this.refused > 0 ? all.filter(isRefused) : all
    const wanted = this.search.trim().toLowerCase()
    return wanted === '' ? asked : asked.filter((mail) => wordsOf(mail).toLowerCase().includes(wanted))
  })
  readonly #host: Pick<Host, 'invoke'>
  readonly #draft: Rehearsed

  constructor(host: Pick<Host, 'invoke'>, draft: Rehearsed) {
    this.#host = host
    this.#draft = draft
  }

  /** Loads the last rehearsal and the running one, which another drawer or window may have started. */
  async load(): Promise<void> {
    try {
      const { jobId, last } = await this.#host.invoke('sends.rehearsal', { draftId: this.#draft.id })
      this.result = last
      this.jobId ??= jobId
    } catch (thrown) {
      this.failure = AppError.from(thrown)
    } finally {
      this.isLoading = false
    }
  }

  /** Whether the draft has changed since the rehearsal, so that the result says nothing about it. */
  get isOutdated(): boolean {
    return this.result !== null && (this.#draft.isDirty || this.#draft.savedAt > this.result.at)
  }

  /** Whether the states of some messages are still expected to change. */
  get isUnderWay(): boolean {
    return this.jobId === null && (this.result?.mails.some(({ state }) => state === 'requested') ?? false)
  }

  /** Reloads the states. If that fails, the previous states stay. */
  async refresh(): Promise<void> {
    const { result } = this
    const next = await this.#host.invoke('sends.rehearsal', { draftId: this.#draft.id }).catch(() => null)
    if (next?.last && this.result === result) this.result = next.last
  }

  async start(): Promise<void> {
    if (this.isStarting || this.jobId !== null) return
    this.isStarting = true
    this.failure = null
    try {
      await this.#draft.files.settled()
      await this.#draft.flush()
      if (this.isGivenUp) return
      this.jobId = (await this.#host.invoke('sends.rehearse', { draftId: this.#draft.id })).jobId
    } catch (thrown) {
      this.failure = AppError.from(thrown)
    } finally {
      this.isStarting = false
    }
  }

  /** Called when this rehearsal’s job changes. Loads the result once the job has finished. */
  async follow(job: Job | undefined): Promise<void> {
    if (!job || job.id !== this.jobId || job.endedAt === null) return
    this.jobId = null
    if (job.state === 'done') await this.load()
    else if (job.error && job.state !== 'cancelled') this.failure = AppError.fromJSON(job.error)
  }
}
