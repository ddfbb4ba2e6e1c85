import { AppError } from '#shared/contract/base/error.ts'
import type { Finding } from '#shared/domain/drafts/checks/finding.ts'
import { repeatFindings } from '#shared/domain/sends/repeats/repeat-rules.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import type { EditedDraft, FurtherCheck } from '../../editor/index.ts'

/**
 * Finds recipients who have already received this message. The core is asked again only when the message, its
 * recipients or the period has changed.
 */
export class RepeatCheck implements FurtherCheck {
  isAsking = $state.raw(false)
  findings = $state.raw<readonly Finding[]>([])
  /** Why the check failed, as a sentence. */
  problem = $state.raw('')
  readonly #app: AppState
  readonly #draft: EditedDraft
  /** The inputs of the last check; empty if it failed. */
  #asked: readonly unknown[] = []
  #asking: Promise<void> | null = null

  constructor(app: AppState, draft: EditedDraft) {
    this.#app = app
    this.#draft = draft
  }

  /** Resolves once the findings match what is on the screen, or could not be obtained. */
  async ask(hours: number, { again } = { again: false }): Promise<void> {
    while (this.#asking) await this.#asking
    const question = this.#question(hours)
    if (!again && question.every((part, at) => part === this.#asked[at])) return
    this.#asked = question
    this.#asking = this.#ask(hours).finally(() => (this.#asking = null))
    await this.#asking
  }

  /** Texts and tables are compared by identity, because they can be many megabytes. */
  #question(hours: number): readonly unknown[] {
    const { content, people } = this.#draft
    const { subject, html, text, textMode, parts, cc, bcc, options } = content
    return [hours, people, subject, html, text, textMode, parts, cc, bcc, options.template]
  }

  async #ask(hours: number): Promise<void> {
    const { content, people } = this.#draft
    if (people.rows.length + content.cc.length + content.bcc.length === 0) {
      this.findings = []
      return
    }
    this.isAsking = true
    try {
      // The core reads the draft itself; passing the recipients would make the call many megabytes long.
      if (this.#draft.isDirty) await this.#draft.flush()
      const groups = await this.#app.host.invoke('sends.checkRepeats', { draftId: this.#draft.id, hours })
      const { people: now, content: then } = this.#draft
      this.findings = repeatFindings(groups, { people: now, bcc: then.bcc }, { formats: this.#app.formats, hours })
      this.problem = ''
    } catch (thrown) {
      // Forces a check at the next change.
      this.#asked = []
      this.problem = AppError.from(thrown).message
    } finally {
      this.isAsking = false
    }
  }
}
