import type { Account } from '#shared/contract/accounts.ts'
import { mostPeople } from '#shared/contract/base/draft-limits.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { NearDomains } from '#shared/domain/drafts/addresses/near-domain.ts'
import { archiveFindings } from '#shared/domain/drafts/checks/archive-rules.ts'
import { domainFindings } from '#shared/domain/drafts/checks/domain-rules.ts'
import {
  diagnosticsOf,
  fieldFinding,
  worstFirst,
  type Finding,
  type Range,
} from '#shared/domain/drafts/checks/finding.ts'
import { messageFindings } from '#shared/domain/drafts/checks/message-rules.ts'
import { templateFindings } from '#shared/domain/drafts/checks/template-rules.ts'
import { peopleFindings } from '#shared/domain/drafts/checks/people-rules.ts'
import { inSlices } from '../../../lib/state/in-slices.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import type { EditedDraft } from '../document/edited-draft.svelte.ts'
import { editBetween } from '../../markup/index.ts'
import type { FurtherCheck } from './further-check.ts'
import { HtmlChecks } from './html-checks.ts'
import { movedFindings, movedRange } from './moved-range.ts'

type Context = CommandOutput<'drafts.context'>

/** Pauses in typing (milliseconds) after which the checks run, and after which the archive is queried. */
const pause = 400
const archivePause = 2500
export const usualHours = 24
const hoursKey = 'compose.repeat-hours'
const mostDismissed = 500

const notInTime: Finding = fieldFinding(
  'html-unchecked',
  'warning',
  'body',
  'The HTML couldn’t be checked because it is too large or too deeply nested. Shorten it, and check the preview.',
)

/** A draft’s findings, updated after each pause in typing. Computed by the page in slices, a worker and the core. */
export class DraftChecks {
  readonly draft: EditedDraft
  readonly #repeats: FurtherCheck | null
  #isAskingArchive = $state.raw(false)
  /** Whether the archive will be queried after the next pause in typing. */
  #isAskingLater = $state.raw(false)
  #isChecking = $state.raw(false)
  #message = $state.raw<readonly Finding[]>([])
  #people = $state.raw<readonly Finding[]>([])
  /** Findings in the HTML, with their positions in `#readHtml`. */
  #html = $state.raw<readonly Finding[]>([])
  #archive = $state.raw<readonly Finding[]>([])
  /** The context of the checks; undefined until it has been read, and null if that failed. */
  #context = $state.raw<Context | null>()
  #contextProblem = $state.raw('')
  #archiveProblem = $state.raw('')
  readonly isRunning = $derived(this.#isChecking || this.#context === undefined)
  /** Whether the archive query about the recipients is running or scheduled; until it ends, findings are incomplete. */
  readonly isAsking = $derived.by(
    () => this.#isAskingLater || this.#isAskingArchive || (this.#repeats?.isAsking ?? false),
  )
  /** Why the archive or the service could not be queried, as sentences. */
  readonly problems = $derived.by(() =>
    [
      ...(this.#context?.problems ?? []),
      this.#contextProblem,
      this.#archiveProblem,
      this.#repeats?.problem ?? '',
    ].filter((text, at, all) => text !== '' && all.indexOf(text) === at),
  )
  readonly #domains = $derived.by(() => (this.#context ? domainFindings(this.draft.content, this.#context) : []))
  readonly #all = $derived.by(() =>
    worstFirst([
      ...this.#message,
      ...this.#people,
      ...this.#html,
      ...this.#domains,
      ...this.#archive,
      ...(this.#repeats?.findings ?? []),
    ]),
  )
  readonly findings = $derived.by(() => this.#all.filter((finding) => !this.#isDismissed(finding)))
  /** Findings that the user considers fine for this draft. */
  readonly dismissed = $derived.by(() => this.#all.filter((finding) => this.#isDismissed(finding)))
  /** Findings in the HTML, for the code editor. */
  readonly diagnostics = $derived.by(() => diagnosticsOf(this.#html.filter((finding) => !this.#isDismissed(finding))))
  readonly counts = $derived.by(() => ({
    errors: this.findings.filter(({ severity }) => severity === 'error').length,
    warnings: this.findings.filter(({ severity }) => severity === 'warning').length,
    hints: this.findings.filter(({ severity }) => severity === 'hint').length,
  }))
  readonly #app: AppState
  readonly #checks = new HtmlChecks()
  #isContextAsked = false
  #isFollowing = false
  #turn = 0
  #catchingUp: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #archiveTimer: ReturnType<typeof setTimeout> | undefined
  #asked = ''
  #isArchiveAsked = false
  #readHtml = ''
  #checkedHtml: { html: string; parts: unknown } | null = null

  constructor(app: AppState, draft: EditedDraft, repeats: FurtherCheck | null = null) {
    this.#app = app
    this.draft = draft
    this.#repeats = repeats
  }

  get #account(): Account | undefined {
    return this.#app.accounts.find(({ id }) => id === this.draft.accountId)
  }

  get hours(): number {
    const saved = this.#app.settings.viewState[hoursKey]
    return typeof saved === 'number' ? saved : usualHours
  }

  set hours(hours: number) {
    this.#app.change({ viewState: { [hoursKey]: hours } })
    this.#askLater()
  }

  /** Call this in an effect of the view. The checks follow the draft until the view is destroyed. */
  follow(): () => void {
    const { draft } = this
    $effect(() => {
      void draft.content
      void draft.people
      void this.#account
      this.later()
    })
    return () => this.stop()
  }

  stop(): void {
    this.#turn++
    this.#isFollowing = false
    this.#isAskingLater = false
    clearTimeout(this.#timer)
    clearTimeout(this.#archiveTimer)
    this.#checks.stop()
  }

  /**
   * Dismisses a finding by its text, so that it returns when its text changes, for example because it got worse. Errors
   * can’t be dismissed: the user confirms each of them when sending.
   */
  dismiss({ severity, text }: Finding): void {
    if (severity === 'error') return
    const before = this.draft.content.dismissed ?? []
    if (!before.includes(text)) this.draft.change({ dismissed: [...before, text].slice(-mostDismissed) })
  }

  bringBack({ text }: Finding): void {
    this.draft.change({ dismissed: (this.draft.content.dismissed ?? []).filter((other) => other !== text) })
  }

  #isDismissed({ severity, text }: Finding): boolean {
    return severity !== 'error' && (this.draft.content.dismissed ?? []).includes(text)
  }

  /** The current position of a range in the HTML, which may have been edited since it was parsed. */
  rangeNow(range: Range): Range {
    return movedRange(range, editBetween(this.#readHtml, this.draft.content.html))
  }

  /** Checks the draft after a pause in typing. Called when the draft or its context has changed. */
  later(): void {
    // A run in progress has read outdated text, so its end must not count as the end of the checks.
    this.#turn++
    clearTimeout(this.#timer)
    this.#isFollowing = true
    this.#isChecking = true
    this.#timer = setTimeout(() => void this.run(), pause)
    this.#askLater()
  }

  /** Runs all checks except those that query the archive. */
  async run(): Promise<void> {
    const turn = ++this.#turn
    const isStale = () => turn !== this.#turn
    this.#isChecking = true
    void this.#readContext()
    const { content, people, template } = this.draft
    const account = this.#account
    if (account) {
      this.#message = template ? templateFindings(content) : messageFindings({ content, people, account })
    }
    const allowed = account?.recipientAllowList ?? []
    const near = new NearDomains(this.#context?.recipientDomains ?? [])
    const [found] = await Promise.all([
      template ? [] : inSlices(peopleFindings({ content, people, allowed, near }, this.#app.formats), isStale),
      this.#checkHtml(isStale),
    ])
    if (isStale() || !found) return
    this.#people = found
    this.#isChecking = false
  }

  /** Resolves once the findings match the screen. Work waiting for a pause in typing runs immediately. */
  catchUp(): Promise<void> {
    // Each run invalidates the previous one, so two concurrent calls would keep each other from finishing.
    this.#catchingUp ??= this.#catchUp().finally(() => (this.#catchingUp = null))
    return this.#catchingUp
  }

  async #catchUp(): Promise<void> {
    while (this.#isChecking && this.#isFollowing) {
      clearTimeout(this.#timer)
      await this.run()
    }
    if (this.#isFollowing) await this.#askNow({ again: true })
  }

  async #checkHtml(isStale: () => boolean): Promise<void> {
    const { html, parts } = this.draft.content
    if (this.#checkedHtml?.html === html && this.#checkedHtml.parts === parts) return
    // Most messages start empty, so the worker is not started until there is something to read.
    const found = html.trim() === '' ? [] : ((await this.#checks.check(html, $state.snapshot(parts))) ?? [notInTime])
    if (isStale()) return
    this.#checkedHtml = { html, parts }
    // The HTML may have been edited while it was being parsed; the code editor needs positions in the current text.
    this.#readHtml = this.draft.content.html
    this.#html = movedFindings(found, editBetween(html, this.#readHtml))
  }

  /**
   * Requested once: domains and keys do not change while a message is being written. A slow service delays nothing else.
   */
  async #readContext(): Promise<void> {
    if (this.#isContextAsked) return
    this.#isContextAsked = true
    try {
      this.#context = await this.#app.host.invoke('drafts.context', { accountId: this.draft.accountId })
    } catch (thrown) {
      this.#context = null
      this.#contextProblem = AppError.from(thrown).message
    }
    // The checks run again, because the domains in the archive reveal mistyped addresses.
    if (this.#isFollowing && (this.#context?.recipientDomains.length ?? 0) > 0) this.later()
  }

  #askLater(): void {
    clearTimeout(this.#archiveTimer)
    const { content, people, template } = this.draft
    if (template) return
    this.#isAskingLater = people.rows.length + content.cc.length + content.bcc.length > 0
    // The first query waits less, because a draft opened from disk already has content.
    this.#archiveTimer = setTimeout(() => void this.#askNow(), this.#isArchiveAsked ? archivePause : pause)
  }

  /** Resolves when the search for earlier sends ends; the query about the recipients may still be running. */
  async #askNow(options?: { again: boolean }): Promise<void> {
    clearTimeout(this.#archiveTimer)
    this.#isArchiveAsked = true
    this.#isAskingLater = false
    void this.#askArchive()
    await this.#repeats?.ask(this.hours, options)
  }

  /** Queries the archive about the recipients, unless the query is unchanged. */
  async #askArchive(): Promise<void> {
    const { content, people, accountId } = this.draft
    if (this.#isAskingArchive) {
      this.#askLater()
      return
    }
    const addresses = [...people.rows, ...content.cc, ...content.bcc]
      .map(({ address }) => address.trim())
      .filter((address) => address !== '')
      .slice(0, mostPeople)
    const { blacklist } = content.options
    const question = `${blacklist}\n${addresses.join('\n')}`
    if (question === this.#asked) return
    this.#asked = question
    if (addresses.length === 0) {
      this.#archive = []
      return
    }
    this.#isAskingArchive = true
    try {
      const input = { accountId, addresses, blacklist }
      const known = await this.#app.host.invoke('drafts.checkRecipients', input)
      const { people: now, content: then } = this.draft
      this.#archive = archiveFindings(known, { people: now, bcc: then.bcc }, this.#app.formats)
      this.#archiveProblem = ''
    } catch (thrown) {
      // Forces the next change to repeat the query.
      this.#asked = ''
      this.#archiveProblem = AppError.from(thrown).message
    } finally {
      this.#isAskingArchive = false
    }
  }
}
