import type { EditedDraft } from '../../document/edited-draft.svelte.ts'
import { applyEdits, type Edit, editBetween, inverseEdits } from '../../../markup/index.ts'
import { Moves } from './moves.ts'

/** After a longer pause in typing (milliseconds), a new step of the history starts. */
const pause = 700
/** A step with more changes than this would be slow to undo. */
const mostChangesOfStep = 200
const mostSteps = 1000

/**
 * The origin of a change. `action` is a command, such as an import or a change to an image; `outside` is anything else
 * that changes the draft’s HTML, such as a template or another window.
 */
export type Origin = 'ordinary' | 'in-place' | 'code' | 'action' | 'outside' | 'history'

type Change = { readonly edits: readonly Edit[]; readonly inverse: readonly Edit[] }
type Step = { readonly origin: Origin; changes: readonly Change[]; at: number; isOpen: boolean }

export type SourceChange = { readonly edits: readonly Edit[]; readonly origin: Origin }
type Listener = (change: SourceChange) => void
/** The open editor’s functions for changes that it holds back. */
type Holder = {
  /** Passes them on. Called before anything else changes the text. */
  readonly settle: () => void
  /** Takes a step that must not overtake those that the editor can’t make yet. Returns false if there are none. */
  readonly postpone: (step: () => void) => boolean
  /** Resolves once the editor has made those as well. */
  readonly settled: () => Promise<void>
}

const noHolder: Holder = { settle: () => undefined, postpone: () => false, settled: () => Promise.resolve() }

type Options = { readonly now?: () => number }

/**
 * A draft’s HTML, the single source of truth for all three editors. The editors make their edits here and follow each
 * other’s, so there is one history, and switching editors loses nothing.
 */
export class HtmlSource {
  text = $state.raw('')
  canUndo = $state.raw(false)
  canRedo = $state.raw(false)
  readonly moves = new Moves()
  readonly #draft: EditedDraft
  readonly #now: () => number
  #done: Step[] = []
  #undone: Step[] = []
  #listeners: readonly Listener[] = []
  #holders: readonly Holder[] = []

  constructor(draft: EditedDraft, { now = () => performance.now() }: Options = {}) {
    this.#draft = draft
    this.#now = now
    this.text = draft.content.html
  }

  subscribe(listener: Listener): () => void {
    this.#listeners = [...this.#listeners, listener]
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener)
    }
  }

  /** An editor that is closed while it holds edits is followed by the next one before it has made them. */
  holdWith(functions: Partial<Holder>): () => void {
    const holder = { ...noHolder, ...functions }
    this.#holders = [...this.#holders, holder]
    return () => {
      this.#holders = this.#holders.filter((other) => other !== holder)
    }
  }

  settle(): void {
    for (const { settle } of this.#holders) settle()
  }

  /** Like `settle`, but waits for edits that an editor can’t make yet, because it is still reading the text. */
  async settled(): Promise<void> {
    for (const { settled } of this.#holders) await settled()
    this.settle()
  }

  /** Typing is merged into the previous step unless there was a pause; every other edit is a separate step. */
  edit(edits: readonly Edit[], origin: Origin, { isTyping = false }: { isTyping?: boolean } = {}): void {
    const effective = edits.filter(({ from, to, insert }) => this.text.slice(from, to) !== insert)
    if (effective.length === 0) return
    const change: Change = { edits: effective, inverse: inverseEdits(this.text, effective) }
    this.#remember(change, origin, isTyping)
    this.#show(applyEdits(this.text, effective), { edits: effective, origin })
  }

  /** Replaces the text by means of the smallest edit. */
  replace(next: string, origin: Origin, options: { isTyping?: boolean } = {}): void {
    const edit = editBetween(this.text, next)
    if (edit) this.edit([edit], origin, options)
  }

  endStep(): void {
    const last = this.#done.at(-1)
    if (last) last.isOpen = false
  }

  /** Undoes the last step, which may be one that the open editor has not made yet. */
  undo(): void {
    if (!this.#postpone(() => this.undoNow())) this.undoNow()
  }

  redo(): void {
    if (!this.#postpone(() => this.#redoNow())) this.#redoNow()
  }

  /** Undoes the last step of this history, although the open editor may have others to make. */
  undoNow(): void {
    this.settle()
    const step = this.#done.pop()
    if (!step) return
    this.#undone.push(step)
    let next = this.text
    for (const { inverse } of step.changes.toReversed()) next = applyEdits(next, inverse)
    this.#travel(next)
  }

  #redoNow(): void {
    this.settle()
    const step = this.#undone.pop()
    if (!step) return
    step.isOpen = false
    this.#done.push(step)
    let next = this.text
    for (const { edits } of step.changes) next = applyEdits(next, edits)
    this.#travel(next)
  }

  /** Adopts HTML that something other than an editor wrote to the draft, such as another window. */
  follow(html: string): void {
    this.replace(html, 'outside')
  }

  #postpone(step: () => void): boolean {
    return this.#holders.some(({ postpone }) => postpone(step))
  }

  #remember(change: Change, origin: Origin, isTyping: boolean): void {
    const now = this.#now()
    const last = this.#done.at(-1)
    const joins =
      isTyping &&
      last?.isOpen === true &&
      last.origin === origin &&
      now - last.at < pause &&
      last.changes.length < mostChangesOfStep
    if (joins) {
      last.changes = [...last.changes, change]
      last.at = now
    } else {
      this.#done.push({ origin, changes: [change], at: now, isOpen: isTyping })
      if (this.#done.length > mostSteps) this.#done.shift()
    }
    this.#undone = []
  }

  #travel(next: string): void {
    const edit = editBetween(this.text, next)
    this.endStep()
    this.#show(next, { edits: edit ? [edit] : [], origin: 'history' })
  }

  #show(next: string, change: SourceChange): void {
    this.text = next
    this.moves.add(change.edits)
    this.canUndo = this.#done.length > 0
    this.canRedo = this.#undone.length > 0
    if (this.#draft.content.html !== next) this.#draft.change({ html: next })
    for (const listener of this.#listeners) listener(change)
  }
}
