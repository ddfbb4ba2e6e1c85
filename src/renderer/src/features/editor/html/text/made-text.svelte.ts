import type { EditedDraft } from '../../document/edited-draft.svelte.ts'

/**
 * A pause in milliseconds that is long enough to type a word, and short enough that the text is ready when the user
 * opens it.
 */
const pause = 400

type Make = (html: string) => Promise<string>

/** Keeps the text part in step with the HTML until the user edits it. */
export class MadeText {
  isMaking = $state.raw(false)
  problem = $state.raw<string | null>(null)
  readonly #draft: EditedDraft
  readonly #make: Make
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The HTML from which the text was last generated; null if the text must be generated again. */
  #madeFrom: string | null = null
  #running: Promise<void> | null = null

  constructor(draft: EditedDraft, make: Make) {
    this.#draft = draft
    this.#make = make
    const { html, text, textMode } = draft.content
    // The text of a draft already matches its HTML when the draft is opened, and empty HTML has no text.
    if (textMode === 'made' && (text !== '' || html === '')) this.#madeFrom = html
  }

  /** Whether the text is out of date with the HTML. */
  get #isBehind(): boolean {
    const { textMode, html } = this.#draft.content
    return textMode === 'made' && html !== this.#madeFrom
  }

  /** Called when the HTML or the mode changes. */
  follow(): void {
    clearTimeout(this.#timer)
    if (this.#isBehind) this.#timer = setTimeout(() => void this.settle(), pause)
  }

  /** Generates the text now, unless it already matches the HTML. */
  async settle(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#isBehind) {
      this.#running ??= this.#run()
      await this.#running
      if (this.problem) return
    }
  }

  /** Stores text written by hand, which stays unchanged until the user generates the text again. */
  write(text: string): void {
    this.problem = null
    this.#draft.change({ text, textMode: 'written' })
  }

  /** Replaces the text with one generated from the HTML. If that fails, the previous text and mode are restored. */
  async makeAgain(): Promise<void> {
    const { text, textMode } = this.#draft.content
    this.#madeFrom = null
    this.problem = null
    this.#draft.change({ textMode: 'made' })
    await this.settle()
    if (this.problem && textMode !== 'made') this.#draft.change({ text, textMode })
  }

  async #run(): Promise<void> {
    const { html } = this.#draft.content
    this.isMaking = true
    try {
      const text = await this.#make(html)
      this.#madeFrom = html
      this.problem = null
      this.#store(text)
    } catch {
      this.problem = 'The text couldn’t be generated from the HTML. Write it by hand, or try again.'
      // The text is cleared, because the checks warn about a missing text, whereas a text generated from outdated HTML
      // would be sent unnoticed.
      this.#madeFrom = null
      this.#store('')
    } finally {
      this.isMaking = false
      this.#running = null
    }
  }

  /**
   * Stores a generated text only if it differs from the previous one, because every change to the draft causes the text
   * to be generated again.
   */
  #store(made: string): void {
    const { text, textMode } = this.#draft.content
    if (textMode === 'made' && text !== made) this.#draft.change({ text: made })
  }
}
