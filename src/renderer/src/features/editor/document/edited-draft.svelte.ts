import { AppError } from '#shared/contract/base/error.ts'
import type { DraftContent, DraftPeople, EditedTemplate, PeopleChange } from '#shared/contract/base/draft.ts'
import type { Draft } from '#shared/contract/drafts.ts'
import { peopleChanges, withChange } from '#shared/domain/drafts/people/people-changes.ts'
import type { Host } from '../../../lib/host/host.ts'
import { isHostAway } from '../../../lib/host/host-away.ts'
import { DraftFiles } from './draft-files.svelte.ts'
import type { DraftTarget, HtmlRange } from './draft-target.ts'
import { DraftVariables } from './draft-variables.svelte.ts'
import { changesBetween, mergeDraft, ownVersion, type Version, type Written } from './merge-draft.ts'
import { wholeDraft } from './whole-draft.ts'

/** In milliseconds: the pause in typing after which a change is saved, and the longest time a change waits. */
const pause = 150
const longestWait = 400
/** The maximum number of unconfirmed saves kept. Later ones can’t be on disk: Mailroom was already unreachable. */
const mostUnsure = 8

type ShowTarget = (target: DraftTarget, range?: HtmlRange) => void

/**
 * A draft on the screen. Every change is made through `change` or `changePeople`, and is on disk half a second later. A
 * failed save is shown and retried with the next change; nothing typed in the meantime is lost. Changes saved elsewhere, by
 * another window or by an erasure, are adopted.
 */
export class EditedDraft {
  readonly id: string
  readonly accountId: string
  /** The template that the draft edits; null for a message. */
  readonly template: EditedTemplate | null
  content = $state.raw<DraftContent>() as DraftContent
  people = $state.raw<DraftPeople>() as DraftPeople
  /** The row of the recipient shown in the inbox line, the preview and a test. */
  person = $state.raw(0)
  savedAt = $state.raw(0)
  /** True while an editor holds edits that it can make only after it has read the message. */
  holdsEdits = $state.raw(false)
  problem = $state.raw<AppError | null>(null)
  /** The version on disk if another window has changed the same part; the user then chooses between the two. */
  other = $state.raw<Version | null>(null)
  /** The recipients as last read from disk. Changes to an earlier table can’t be undone in this one. */
  readPeople: DraftPeople
  /** Whether the draft, when it was opened, was unchanged since its creation, perhaps from a file or a template. */
  readonly isFresh: boolean
  /** Everything that could not be restored when the draft was opened, as sentences. */
  readonly restored: readonly string[]
  readonly files: DraftFiles
  readonly variables: DraftVariables
  readonly host: Host
  /** Content changes that are not on disk yet. */
  #waiting: Partial<DraftContent> = {}
  /** The latest version on disk that this page has seen, and the newest revision it was notified of. */
  #disk: Version
  #heard = 0
  /** Saves without a response, any of which may be on disk. */
  #unsure: readonly Written[] = []
  #isUnsaved = $state.raw(false)
  #timer: ReturnType<typeof setTimeout> | undefined
  #waitsSince = 0
  #saving: Promise<void> | null = null
  #leaving: readonly (() => void)[] = []
  #shows: readonly ShowTarget[] = []
  /** Editors that hold back changes for a moment. */
  #holders: readonly (() => void | Promise<void>)[] = []

  constructor(host: Host, draft: Draft) {
    const { id, accountId, template, content, people, savedAt, problems } = draft
    this.host = host
    this.id = id
    this.accountId = accountId
    this.template = template
    this.content = content
    this.people = people
    this.readPeople = people
    this.#disk = draft
    this.savedAt = savedAt
    this.restored = problems
    this.isFresh = draft.revision <= 1
    this.files = new DraftFiles(host, this)
    this.variables = new DraftVariables(() => this.content)
  }

  /** True while any change is not on disk. */
  get isDirty(): boolean {
    return this.#isUnsaved || this.holdsEdits
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

  /**
   * Registers an editor that holds back changes; it passes them on when the draft is flushed. Returns a function that
   * unregisters it.
   */
  beforeFlush(settle: () => void | Promise<void>): () => void {
    this.#holders = [...this.#holders, settle]
    return () => {
      this.#holders = this.#holders.filter((other) => other !== settle)
    }
  }

  /**
   * Calls `run` once, when the user leaves the draft or when changed recipients are read from disk. Any Undo still
   * offered is then invalid.
   */
  whenLeft(run: () => void): void {
    this.#leaving = [...this.#leaving, run]
  }

  left(): void {
    const leaving = this.#leaving
    this.#leaving = []
    for (const run of leaving) run()
  }

  /** Saves everything unsaved immediately. Rejects on failure. */
  async flush(): Promise<void> {
    for (const settle of this.#holders) await settle()
    await this.#write()
  }

  /** Handles the event that the draft was saved, possibly by this page. */
  async follow(revision: number): Promise<void> {
    this.#heard = Math.max(this.#heard, revision)
    while (this.#saving) await this.#saving
    if (this.#heard <= this.#disk.revision) return
    this.#saving = this.#catchUp().finally(() => (this.#saving = null))
    await this.#saving
  }

  /** Resolves a clash by keeping what is on this screen. */
  async keepThis(): Promise<void> {
    if (this.other) this.#take(this.other)
    await this.#write()
  }

  /** Resolves a clash by using the version on disk. */
  useOther(): void {
    if (!this.other) return
    const { content, people } = this.#disk
    this.content = content
    this.people = people
    this.#take(this.other)
  }

  /** Stops saving this draft, and returns its unsaved content for the draft that replaces it. */
  async handOver(): Promise<Partial<DraftContent>> {
    for (const settle of this.#holders) await settle()
    clearTimeout(this.#timer)
    while (this.#saving) await this.#saving
    const unsaved = this.#waiting
    this.#waiting = {}
    this.problem = null
    this.#isUnsaved = false
    return unsaved
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#isUnsaved) {
      this.#saving ??= this.#save()
      await this.#saving
      if (this.problem) throw this.problem
    }
  }

  /** Moves to a part of the editor: from a check to its target, or from a count to its table. */
  goTo(target: DraftTarget, range?: HtmlRange): void {
    for (const show of this.#shows) show(target, range)
  }

  onGoTo(show: ShowTarget): () => void {
    this.#shows = [...this.#shows, show]
    return () => {
      this.#shows = this.#shows.filter((other) => other !== show)
    }
  }

  #schedule(): void {
    const now = performance.now()
    if (!this.#isUnsaved) this.#waitsSince = now
    this.#isUnsaved = true
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
      this.#look()
    } catch (thrown) {
      // Text typed during the failed save takes precedence. Parts that were already saved are written again.
      this.#waiting = { ...content, ...this.#waiting }
      const error = AppError.from(thrown)
      const isClash = error.code === 'draft-changed'
      // A clash needs the user’s decision, whatever else has failed since.
      if (isClash || !this.other) this.problem = error
      if (isClash) await this.#catchUp()
    } finally {
      this.#saving = null
      this.#waitsSince = performance.now()
    }
  }

  /** Saves only the changed parts of the recipient table, with one call per part. The first call also saves the content. */
  async #send(content: Partial<DraftContent>): Promise<void> {
    const { people } = this
    const changes = people === this.#disk.people ? [] : [...peopleChanges(this.#disk.people, people)]
    const [first, ...others] = changes
    await this.#sendOne(content, first)
    for (const change of others) await this.#sendOne({}, change)
    this.#disk = { ...this.#disk, people }
  }

  async #sendOne(content: Partial<DraftContent>, people: PeopleChange | undefined): Promise<void> {
    const disk = this.#disk
    const own = Object.keys(content).length > 0 ? { content } : {}
    const input = { id: this.id, revision: disk.revision, ...own, ...(people && { people }) }
    const written = {
      content: { ...disk.content, ...content },
      people: people ? withChange(disk.people, people) : disk.people,
    }
    const { savedAt, revision } = await this.host.invoke('drafts.save', input).catch((thrown: unknown) => {
      if (isHostAway(AppError.from(thrown))) this.#unsure = [...this.#unsure, written].slice(0, mostUnsure)
      throw thrown
    })
    this.savedAt = savedAt
    this.#unsure = []
    this.#disk = { ...written, revision, peopleRevision: people ? revision : disk.peopleRevision }
  }

  /** Reads changes that another window or an erasure saved. Never rejects; a failure is shown as a problem. */
  async #catchUp(): Promise<void> {
    try {
      const read = await wholeDraft(this.host, this.id, this.#disk)
      // Text typed in the meantime is compared too. Otherwise it would be overwritten without a word.
      for (const settle of this.#holders) await settle()
      this.savedAt = read.savedAt
      const own = ownVersion(this.#unsure, read)
      this.#disk = own ?? this.#disk
      this.#unsure = []
      const disk = own ?? read
      const { clashes } = mergeDraft(this.#disk, this, disk)
      if (clashes.length === 0) return this.#take(disk)
      this.other = disk
      this.problem = new AppError(
        'draft-changed',
        `This draft was also changed in another window: ${clashes.join(', ')}.`,
      )
    } catch (thrown) {
      this.problem = AppError.from(thrown)
    }
  }

  #take(disk: Version): void {
    const { content, people } = mergeDraft(this.#disk, this, disk)
    if (disk.peopleRevision !== this.#disk.peopleRevision) {
      this.readPeople = disk.people
      // An undo would restore people who have been removed.
      this.left()
    }
    this.#waiting = changesBetween(disk.content, content)
    this.content = content
    this.people = people
    this.#disk = disk
    this.other = null
    this.problem = null
    this.#look()
    if (this.#isUnsaved) this.#schedule()
  }

  #look(): void {
    this.#isUnsaved = Object.keys(this.#waiting).length > 0 || this.people !== this.#disk.people
  }
}
