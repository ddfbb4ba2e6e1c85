import type { Account } from '#shared/contract/accounts.ts'
import { mostPeople } from '#shared/contract/base/draft-limits.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { NearDomains } from '#shared/domain/compose/addresses/near-domain.ts'
import { archiveFindings } from '#shared/domain/compose/checks/archive-rules.ts'
import { domainFindings } from '#shared/domain/compose/checks/domain-rules.ts'
import { diagnosticsOf, fieldFinding, inOrder, type Finding } from '#shared/domain/compose/checks/finding.ts'
import { messageFindings } from '#shared/domain/compose/checks/message-rules.ts'
import { peopleFindings } from '#shared/domain/compose/checks/people-rules.ts'
import { inSlices } from '../../../lib/state/in-slices.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import type { ComposeDraft } from '../draft/compose-draft.svelte.ts'
import { HtmlChecks } from './html-checks.ts'

type Context = CommandOutput<'compose.context'>

/** A pause in typing after which the checks run, and one after which the archive is asked. */
const pause = 400
const archivePause = 2500
export const usualHours = 24
const hoursKey = 'compose.repeat-hours'

const notInTime: Finding = fieldFinding(
  'html-unchecked',
  'warning',
  'body',
  'The HTML could not be checked: it is too large or too deeply nested. Look at the preview, and shorten it.',
)

/** The findings about a draft. After each pause in typing they are found again: in slices, in a worker, and by the core. */
export class DraftChecks {
  readonly draft: ComposeDraft
  isRunning = $state.raw(false)
  /** The archive is being asked about the recipients. */
  isAsking = $state.raw(false)
  /** Why the archive or the service could not be asked, as sentences. */
  problems = $state.raw<readonly string[]>([])
  readonly findings = $derived.by(() =>
    inOrder([...this.#message, ...this.#people, ...this.#html, ...this.#domains, ...this.#archive]),
  )
  /** Those of the HTML, for the code editor. */
  readonly diagnostics = $derived.by(() => diagnosticsOf(this.#html))
  readonly counts = $derived.by(() => ({
    errors: this.findings.filter(({ severity }) => severity === 'error').length,
    warnings: this.findings.filter(({ severity }) => severity === 'warning').length,
    hints: this.findings.filter(({ severity }) => severity === 'hint').length,
  }))
  #message = $state.raw<readonly Finding[]>([])
  #people = $state.raw<readonly Finding[]>([])
  #html = $state.raw<readonly Finding[]>([])
  #domains = $state.raw<readonly Finding[]>([])
  #archive = $state.raw<readonly Finding[]>([])
  readonly #app: AppState
  readonly #checks = new HtmlChecks()
  #context: Promise<Context | null> | null = null
  #turn = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #archiveTimer: ReturnType<typeof setTimeout> | undefined
  #asked = ''
  #checkedHtml: { html: string; parts: unknown } | null = null

  constructor(app: AppState, draft: ComposeDraft) {
    this.#app = app
    this.draft = draft
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
    this.#asked = ''
    this.#askLater()
  }

  /** Call it in an effect of the view: the checks follow the draft until the view goes. */
  follow(): () => void {
    const { draft } = this
    $effect(() => {
      void draft.content
      void draft.people
      void this.#account
      this.#later()
    })
    return () => this.stop()
  }

  stop(): void {
    this.#turn++
    clearTimeout(this.#timer)
    clearTimeout(this.#archiveTimer)
    this.#checks.stop()
  }

  #later(): void {
    clearTimeout(this.#timer)
    this.isRunning = true
    this.#timer = setTimeout(() => void this.run(), pause)
    this.#askLater()
  }

  /** Runs all checks but those of the archive. */
  async run(): Promise<void> {
    const turn = ++this.#turn
    const isStale = () => turn !== this.#turn
    this.isRunning = true
    const { content, people } = this.draft
    const account = this.#account
    if (account) this.#message = messageFindings({ content, people, account })
    const allowed = account?.recipientAllowList ?? []
    const [, context] = await Promise.all([this.#checkHtml(isStale), this.#readContext()])
    if (isStale()) return
    this.#domains = context ? domainFindings(content, context) : []
    const near = new NearDomains(context?.recipientDomains ?? [])
    const found = await inSlices(peopleFindings({ content, people, allowed, near }, this.#app.formats), isStale)
    if (isStale() || !found) return
    this.#people = found
    this.isRunning = false
  }

  async #checkHtml(isStale: () => boolean): Promise<void> {
    const { html, parts } = this.draft.content
    if (this.#checkedHtml?.html === html && this.#checkedHtml.parts === parts) return
    const found = await this.#checks.check(html, $state.snapshot(parts))
    if (isStale()) return
    this.#checkedHtml = { html, parts }
    this.#html = found ?? [notInTime]
  }

  /** Asked once: domains and keys do not change while a message is being written. */
  #readContext(): Promise<Context | null> {
    this.#context ??= this.#app.host
      .invoke('compose.context', { accountId: this.draft.accountId })
      .then((context) => {
        this.problems = context.problems
        return context
      })
      .catch((thrown: unknown) => {
        this.problems = [AppError.from(thrown).message]
        return null
      })
    return this.#context
  }

  #askLater(): void {
    clearTimeout(this.#archiveTimer)
    this.#archiveTimer = setTimeout(() => void this.ask(), archivePause)
  }

  /** Asks the archive what it knows of the recipients, unless it was asked the same already. */
  async ask(): Promise<void> {
    const { content, people, accountId } = this.draft
    const { hours } = this
    if (this.isAsking) {
      this.#askLater()
      return
    }
    const addresses = [
      ...people.rows.map(({ address }) => address),
      ...[...content.cc, ...content.bcc].map((each) => each.address),
    ]
      .map((address) => address.trim())
      .filter((address) => address !== '')
      .slice(0, mostPeople)
    const question = `${hours}\n${content.subject}\n${addresses.join('\n')}`
    if (question === this.#asked) return
    this.#asked = question
    if (addresses.length === 0 || this.#account?.storeHistory !== true) {
      this.#archive = []
      return
    }
    this.isAsking = true
    try {
      const input = { accountId, addresses, subject: content.subject, hours }
      const known = await this.#app.host.invoke('compose.checkRecipients', input)
      this.#archive = archiveFindings(known, this.draft.people, { formats: this.#app.formats, hours })
    } catch (thrown) {
      this.problems = [...this.problems, AppError.from(thrown).message]
    } finally {
      this.isAsking = false
    }
  }
}
