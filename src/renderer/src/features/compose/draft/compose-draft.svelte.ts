import { AppError } from '#shared/contract/base/error.ts'
import type { DraftContent, DraftPeople } from '#shared/contract/base/draft.ts'
import type { Draft } from '#shared/contract/compose.ts'
import type { CommandInput } from '#shared/contract/table.ts'
import { peopleChanges, withChange } from '#shared/domain/compose/people/people-changes.ts'
import type { Host } from '../../../lib/host/host.ts'
import { DraftFiles } from './draft-files.svelte.ts'
import { DraftVariables } from './draft-variables.svelte.ts'

/** A pause in typing that is long enough to save, and the longest time that a change waits. */
const pause = 150
const longestWait = 400

type Timer = ReturnType<typeof setTimeout>
type Settle = () => void | Promise<void>

/** A part of the editor that something else leads to. */
export type DraftPlace =
  | 'from'
  | 'replyTo'
  | 'to'
  | 'cc'
  | 'bcc'
  | 'subject'
  | 'preheader'
  | 'body'
  | 'text'
  | 'people'
  | 'files'
  | 'options'
  | 'checks'
  | 'preview'
/** A part of the HTML, by its offsets. */
export type HtmlRange = { readonly from: number; readonly to: number }
type ShowPlace = (place: DraftPlace, range?: HtmlRange) => void

/**
 * One draft on the screen. Every change goes through `change` or `changePeople`, and is on the disk half a second later. A
 * failure to save is shown and tried again with the next change; nothing that was typed is lost meanwhile.
 */
export class ComposeDraft {
  readonly id: string
  readonly accountId: string
  content = $state.raw<DraftContent>() as DraftContent
  people = $state.raw<DraftPeople>() as DraftPeople
  /** The row of the recipient whose message is looked at: by the inbox line, the preview and a test. */
  person = $state.raw(0)
  savedAt = $state.raw(0)
  /** True while there is something that is not on the disk. */
  isDirty = $state.raw(false)
  problem = $state.raw<AppError | null>(null)
  /** What could not be restored when it was opened, as sentences. */
  readonly restored: readonly string[]
  readonly files: DraftFiles
  readonly variables: DraftVariables
  readonly host: Host
  /** Changes of the content that are not on the disk yet, and the recipients as they are on the disk. */
  #waiting: Partial<DraftContent> = {}
  #savedPeople: DraftPeople
  #timer: Timer | undefined
  #waitsSince = 0
  #saving: Promise<void> | null = null
  #leaving: readonly (() => void)[] = []
  #places: readonly ShowPlace[] = []
  /** Editors that hold a change back for a moment. */
  #holders: readonly Settle[] = []

  constructor(host: Host, { id, accountId, content, people, savedAt, problems }: Draft) {
    this.host = host
    this.id = id
    this.accountId = accountId
    this.content = content
    this.people = people
    this.#savedPeople = people
    this.savedAt = savedAt
    this.restored = problems
    this.files = new DraftFiles(host, this)
    this.variables = new DraftVariables(() => this.content)
  }

  change(change: Partial<DraftContent>): void {
    this.content = { ...this.content, ...change }
    Object.assign(this.#waiting, change)
    this.variables.follow(change)
    this.#schedule()
  }

  changePeople(people: DraftPeople): void {
    this.people = people
    this.#schedule()
  }

  /** An editor that holds a change back passes it on when the draft is flushed. Returns a function that ends this. */
  beforeFlush(settle: Settle): () => void {
    this.#holders = [...this.#holders, settle]
    return () => {
      this.#holders = this.#holders.filter((other) => other !== settle)
    }
  }

  /** Calls back once when the draft is left, so that offers to change it can be withdrawn. */
  whenLeft(run: () => void): void {
    this.#leaving = [...this.#leaving, run]
  }

  left(): void {
    const leaving = this.#leaving
    this.#leaving = []
    for (const run of leaving) run()
  }

  /** Saves at once what is not saved. Rejects when that fails. */
  async flush(): Promise<void> {
    for (const settle of this.#holders) await settle()
    await this.#write()
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.isDirty) {
      this.#saving ??= this.#save()
      await this.#saving
      if (this.problem) throw this.problem
    }
  }

  /** Leads to a part of the editor: a check to what it is about, a count to its table. */
  goTo(place: DraftPlace, range?: HtmlRange): void {
    for (const show of this.#places) show(place, range)
  }

  onGoTo(show: ShowPlace): () => void {
    this.#places = [...this.#places, show]
    return () => {
      this.#places = this.#places.filter((other) => other !== show)
    }
  }

  #schedule(): void {
    const now = performance.now()
    if (!this.isDirty) this.#waitsSince = now
    this.isDirty = true
    clearTimeout(this.#timer)
    const left = this.#waitsSince + longestWait - now
    this.#timer = setTimeout(() => void this.#write().catch(() => undefined), Math.max(0, Math.min(pause, left)))
  }

  async #save(): Promise<void> {
    const content = this.#waiting
    this.#waiting = {}
    try {
      await this.#send(content)
      this.problem = null
      this.isDirty = Object.keys(this.#waiting).length > 0 || this.people !== this.#savedPeople
    } catch (thrown) {
      this.problem = AppError.from(thrown)
      // What was typed meanwhile is newer. Parts that are already on the disk are written again.
      this.#waiting = { ...content, ...this.#waiting }
    } finally {
      this.#saving = null
      this.#waitsSince = performance.now()
    }
  }

  /** A table is saved by what has changed in it: a call for each part, the first of which brings the content, too. */
  async #send(content: Partial<DraftContent>): Promise<void> {
    const { id, people } = this
    const own = Object.keys(content).length > 0 ? { content } : {}
    const changes = people === this.#savedPeople ? [] : [...peopleChanges(this.#savedPeople, people)]
    const [first, ...others] = changes
    const save = async (change: CommandInput<'compose.saveDraft'>) => {
      this.savedAt = (await this.host.invoke('compose.saveDraft', change)).savedAt
    }
    await save({ id, ...own, ...(first && { people: first }) })
    if (first) this.#savedPeople = withChange(this.#savedPeople, first)
    for (const change of others) {
      await save({ id, people: change })
      this.#savedPeople = withChange(this.#savedPeople, change)
    }
    this.#savedPeople = people
  }
}
