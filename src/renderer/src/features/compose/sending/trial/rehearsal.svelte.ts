import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { Host } from '../../../../lib/host/host.ts'

type Result = NonNullable<CommandOutput<'compose.rehearsal'>>
export type RehearsedMail = Result['mails'][number]

type Rehearsed = { readonly id: string; flush(): Promise<void> }

/** A whole send to the sandbox, and the mails that arrived there. */
export class Rehearsal {
  /** The job that runs, or ran last. */
  jobId = $state.raw<string | null>(null)
  result = $state.raw<Result | null>(null)
  failure = $state.raw<AppError | null>(null)
  /** True until an earlier rehearsal was looked for. */
  isLoading = $state.raw(true)
  /** Only mails whose address or state matches. */
  search = $state('')
  readonly mails = $derived.by(() => {
    const all = this.result?.mails ?? []
    const wanted = this.search.trim().toLowerCase()
    if (wanted === '') return all
    return all.filter(
      ({ address, state }) => address.toLowerCase().includes(wanted) || state.toLowerCase().includes(wanted),
    )
  })
  readonly #host: Pick<Host, 'invoke'>
  readonly #draft: Rehearsed

  constructor(host: Pick<Host, 'invoke'>, draft: Rehearsed) {
    this.#host = host
    this.#draft = draft
  }

  /** Reads the last one, if there is any. */
  async load(): Promise<void> {
    try {
      this.result = await this.#host.invoke('compose.rehearsal', { draftId: this.#draft.id })
    } catch (thrown) {
      this.failure = AppError.from(thrown)
    } finally {
      this.isLoading = false
    }
  }

  /** Mails whose state is about to change. */
  get isUnderWay(): boolean {
    return this.jobId === null && (this.result?.mails.some(({ state }) => state === 'requested') ?? false)
  }

  /** Reads the states again. If that fails, the earlier ones stay. */
  async refresh(): Promise<void> {
    const { result } = this
    const next = await this.#host.invoke('compose.rehearsal', { draftId: this.#draft.id }).catch(() => null)
    if (next && this.result === result) this.result = next
  }

  async start(): Promise<void> {
    this.failure = null
    try {
      await this.#draft.flush()
      this.jobId = (await this.#host.invoke('compose.rehearse', { draftId: this.#draft.id })).jobId
    } catch (thrown) {
      this.failure = AppError.from(thrown)
    }
  }

  /** The job of this rehearsal changed. */
  async follow(job: Job | undefined): Promise<void> {
    if (!job || job.id !== this.jobId || job.endedAt === null) return
    this.jobId = null
    if (job.state === 'done') await this.load()
    else if (job.error && job.state !== 'cancelled') this.failure = AppError.fromJSON(job.error)
  }
}
