import { untrack } from 'svelte'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { nextUnresolved } from '#shared/domain/drafts/people/next-unresolved.ts'
import { personAt } from '#shared/domain/drafts/person-values.ts'
import { rendering, type RenderedDraft } from '#shared/domain/drafts/render-draft.ts'
import { inSlices } from '../../../lib/state/in-slices.ts'
import type { Host } from '../../../lib/host/host.ts'
import type { EditedDraft } from '../document/edited-draft.svelte.ts'

export type RequestTexts = CommandOutput<'sends.request'>

/** The pause in typing (milliseconds) after which the preview is redrawn. */
const pause = 250

/**
 * The pause grows with the size of the message, because a large message takes longer to draw, and the preview must not
 * slow down typing.
 */
const lettersPerMillisecond = 200

const nothing: RenderedDraft = { subject: '', preheader: '', html: '', text: '', unknown: [] }

/**
 * The message one recipient would get. Follows changes of the draft after a pause, and changes of the recipient
 * immediately.
 */
export class DraftPreview {
  readonly draft: EditedDraft
  rendered = $state.raw(nothing)
  /** The request as it would be sent; undefined until it is loaded. */
  request = $state.raw<RequestTexts>()
  requestProblem = $state.raw<AppError>()
  readonly count = $derived.by(() => this.draft.people.rows.length)
  readonly person = $derived.by(() => this.draft.people.rows[this.index])
  readonly #host: Host
  #timer: ReturnType<typeof setTimeout> | undefined
  #turn = 0
  #requestTurn = 0
  #searchTurn = 0

  constructor(host: Host, draft: EditedDraft) {
    this.#host = host
    this.draft = draft
    void this.render()
  }

  /** The row of the selected recipient. Stored in the draft, so that a test starts with the same recipient. */
  get index(): number {
    return this.draft.person
  }

  /** Call this in an effect. The preview follows the draft until the view is destroyed. */
  follow(): () => void {
    let isFirst = true
    $effect(() => {
      void this.draft.content
      void this.draft.people
      if (isFirst) isFirst = false
      else this.#later()
    })
    return () => {
      clearTimeout(this.#timer)
      this.#turn++
    }
  }

  #later(): void {
    clearTimeout(this.#timer)
    const letters = this.draft.content.html.length
    this.#timer = setTimeout(() => void this.render(), Math.max(pause, letters / lettersPerMillisecond))
  }

  /** Rendered in slices, because a message may consist entirely of placeholders. */
  async render(): Promise<void> {
    const turn = ++this.#turn
    const { content, people } = this.draft
    untrack(() => (this.draft.person = Math.max(0, Math.min(this.index, people.rows.length - 1))))
    const work = rendering(content, personAt(people, this.index))
    const rendered = await inSlices(work, () => turn !== this.#turn)
    if (rendered && turn === this.#turn) this.rendered = rendered
  }

  show(index: number): void {
    this.draft.person = index
    void this.render()
  }

  step(by: 1 | -1): void {
    if (this.count > 0) this.show((this.index + by + this.count) % this.count)
  }

  /** Moves to the next recipient whose message contains an unresolved placeholder. Returns false if there is none. */
  async toNextUnresolved(): Promise<boolean> {
    const turn = ++this.#searchTurn
    const { content, people } = this.draft
    const row = await inSlices(nextUnresolved(content, people, this.index), () => turn !== this.#searchTurn)
    if (row === undefined) return true
    if (row >= 0) this.show(row)
    return row >= 0
  }

  /** Saves the draft first, because the core builds the request from the version on disk. */
  async loadRequest(): Promise<void> {
    const turn = ++this.#requestTurn
    try {
      await this.draft.flush()
      const request = await this.#host.invoke('sends.request', { draftId: this.draft.id, index: this.index })
      if (turn !== this.#requestTurn) return
      this.request = request
      this.requestProblem = undefined
    } catch (thrown) {
      if (turn === this.#requestTurn) this.requestProblem = AppError.from(thrown)
    }
  }
}
