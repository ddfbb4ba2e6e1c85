import type { EditedDraft } from '../../document/edited-draft.svelte.ts'

/** Long enough for a word, and short enough that the text is there when somebody looks. */
const pause = 400

type Make = (html: string) => Promise<string>

/** Keeps the text part in step with the HTML until somebody edits it by hand. */
export class MadeText {
  isMaking = $state.raw(false)
  problem = $state.raw<string | null>(null)
  readonly #draft: EditedDraft
  readonly #make: Make
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The HTML that the text was made from last. */
  #madeFrom: string | null = null
  #running: Promise<void> | null = null

  constructor(draft: EditedDraft, make: Make) {
    this.#draft = draft
    this.#make = make
    const { html, text, textMode } = draft.content
    // Of a draft that is opened, the text belongs to its HTML already, and nothing is made of nothing.
    if (textMode === 'made' && (text !== '' || html === '')) this.#madeFrom = html
  }

  /** Whether the text is not that of the HTML yet. */
  get #isBehind(): boolean {
    const { textMode, html } = this.#draft.content
    return textMode === 'made' && html !== this.#madeFrom
  }

  /** The HTML or the mode has changed. */
  follow(): void {
    clearTimeout(this.#timer)
    if (this.#isBehind) this.#timer = setTimeout(() => void this.settle(), pause)
  }

  /** Makes it now: before the draft is sent. */
  async settle(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#isBehind) {
      this.#running ??= this.#run()
      await this.#running
      if (this.problem) return
    }
  }

  /** What is written by hand is kept as it is. */
  write(text: string): void {
    this.#draft.change({ text, textMode: 'written' })
  }

  makeAgain(): Promise<void> {
    this.#madeFrom = null
    this.#draft.change({ textMode: 'made' })
    return this.settle()
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  async #run(): Promise<void> {
    const { html } = this.#draft.content
    this.isMaking = true
    try {
      const text = await this.#make(html)
      this.#madeFrom = html
      this.problem = null
      if (this.#draft.content.textMode === 'made' && this.#draft.content.text !== text) this.#draft.change({ text })
    } catch {
      this.problem = 'The text couldn’t be made from the HTML. Write it by hand, or try again.'
    } finally {
      this.isMaking = false
      this.#running = null
    }
  }
}
