import type { Node, Slice } from 'prosemirror-model'
import type { Selection, Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { caretNear, deletedBeside } from './caret.ts'

/** The worker gives up after 15 seconds. A key that is held down repeats about 450 times in that time. */
const mostSteps = 500
/** Once the held pastes have this many characters, no other paste is held. */
const mostLetters = 20_000_000

type Mapping = Transaction['mapping']
type Change = Transaction['steps'][number]

type Step = {
  readonly run: () => void
  /** The length of the texts that the step keeps. */
  readonly letters?: number
  /** Maps the places that the step remembers to the current document. */
  readonly moves?: Mapping
  readonly isSelection?: true
  /** Whether the step must not be done anywhere but at the selection that the user saw. */
  readonly needsSelection?: boolean
}

/**
 * The user’s edits while the source is being read. They are made afterwards, in their order, because the document is
 * about to be replaced. Each applies to the selection that the previous ones result in; only selections, and edits that
 * the browser has already made, remember their places.
 */
export class HeldSteps {
  readonly #view: EditorView
  #steps: Step[] = []
  #isHolding = true
  #isDropping = false
  #isReleasing = false
  /** Whether the reading replaced the place that the user selected last, so that the caret is somewhere else. */
  #hasLostSelection = false
  /** Set while a key is being tried, to record whether it changes the document. */
  #trial: { changes: boolean } | null = null

  /** Called with whether there are held edits, whenever that may have changed. */
  readonly #onedits: (hasEdits: boolean) => void

  constructor(view: EditorView, onedits: (hasEdits: boolean) => void) {
    this.#view = view
    this.#onedits = onedits
  }

  /** True while the source is being read, when only the reading may change the document. */
  get isHolding(): boolean {
    return this.#isHolding
  }

  /** Selections do not count as edits. */
  get hasEdits(): boolean {
    return this.#steps.some(({ isSelection }) => !isSelection)
  }

  begin(): void {
    this.#isHolding = true
    this.#isDropping = false
  }

  /** Makes the held edits. If one of them starts another reading, as an undo does, the others wait for its end. */
  release(): void {
    this.#isHolding = false
    // A short source is read immediately, so a reading that a step has started may end here, inside of the loop below.
    if (this.#isReleasing) return
    this.#isReleasing = true
    try {
      while (!this.#isHolding) {
        const step = this.#steps.shift()
        if (!step) break
        this.#do(step)
      }
    } finally {
      this.#isReleasing = false
      this.#onedits(this.hasEdits)
    }
  }

  /** Forgets the held edits, and those that would be held until the next reading begins. */
  drop(): void {
    this.#steps = []
    this.#isDropping = true
    this.#onedits(false)
  }

  /** Runs a step now or, if the source is being read, afterwards. */
  run(step: () => void): void {
    if (this.#isHolding) this.#add({ run: step })
    else step()
  }

  /** Holds a step that must not overtake the held ones. Returns false if there are none. */
  follow(step: () => void): boolean {
    if (this.#steps.length === 0) return false
    this.#add({ run: step })
    return true
  }

  /** Returns whether typed text was held. */
  text(text: string): boolean {
    if (this.#isHolding) this.#add({ run: () => this.#type(text) })
    return this.#isHolding
  }

  /** Returns whether a paste was held. Its texts are copied, because a clipboard can be read only during its event. */
  paste(data: DataTransfer | null): boolean {
    if (!this.#isHolding) return false
    const text = data?.getData('text/plain') ?? ''
    const html = data?.getData('text/html') ?? ''
    const copy = new DataTransfer()
    copy.setData('text/plain', text)
    copy.setData('text/html', html)
    const event = new ClipboardEvent('paste', { clipboardData: copy })
    const run = () => (html === '' ? this.#view.pasteText(text, event) : this.#view.pasteHTML(html, event))
    this.#add({ run, letters: text.length + html.length })
    return true
  }

  /**
   * Holds a key that changes the document. Most keys do so only in some places, such as Tab in a list, so they are
   * tried: the view passes the change to `refuse`. Returns whether the key has been handled.
   */
  key(event: KeyboardEvent): boolean {
    if (!this.#isHolding || event.isComposing) return false
    const trial = { changes: isEnter(event) || isDeletion(event) }
    this.#trial = trial
    const isHandled = trial.changes || this.#press(event)
    this.#trial = null
    if (trial.changes) this.#add({ run: () => this.#edit(event), needsSelection: !isEnter(event) })
    return isHandled
  }

  /** Receives a change that is not made now. If it does not come from a key that is being tried, it is held itself. */
  refuse(transaction: Transaction): void {
    if (this.#trial) this.#trial.changes = true
    else if (transaction.docChanged) {
      const moves = transaction.mapping.invert()
      this.#add({ run: () => this.#makeAgain(transaction, moves), moves })
    }
  }

  /** Holds a selection, which replaces the previous one if nothing was done with it. */
  select(selection: Selection): void {
    const bookmark = selection.getBookmark()
    // The mapping of a new transaction is empty.
    const moves = this.#view.state.tr.mapping
    const run = () => {
      const { doc, tr } = this.#view.state
      const next = bookmark.map(moves).resolve(doc)
      const isReplaced = [selection.from, selection.to].some((at) => moves.mapResult(at).deletedAcross)
      this.#hasLostSelection = isReplaced || (next.empty && !selection.empty)
      if (!this.#hasLostSelection) this.#view.dispatch(tr.setSelection(next))
    }
    if (this.#steps.at(-1)?.isSelection) this.#steps.pop()
    this.#add({ run, moves, isSelection: true })
  }

  /** Must be called with every change of the document, because it moves the places that the held steps remember. */
  move(transactions: readonly Transaction[]): void {
    for (const { moves } of this.#steps) for (const { mapping } of transactions) moves?.appendMapping(mapping)
  }

  #add(step: Step): void {
    const letters = this.#steps.reduce((sum, held) => sum + (held.letters ?? 0), 0)
    const hasRoom = this.#steps.length < mostSteps && (!step.letters || letters < mostLetters)
    if (hasRoom && !this.#isDropping) this.#steps.push(step)
    this.#onedits(this.hasEdits)
  }

  #do({ run, isSelection, needsSelection }: Step): void {
    if (needsSelection && this.#hasLostSelection) return
    if (!isSelection) this.#hasLostSelection = false
    run()
  }

  #type(text: string): void {
    const { from, to } = this.#view.state.selection
    const insert = () => this.#view.state.tr.insertText(text).scrollIntoView()
    if (!this.#view.someProp('handleTextInput', (handle) => handle(this.#view, from, to, text, insert)))
      this.#view.dispatch(insert())
  }

  #edit(event: KeyboardEvent): void {
    if (this.#press(event) || !isDeletion(event)) return
    const transaction = deletedBeside(this.#view.state, event)
    if (transaction) this.#view.dispatch(transaction.scrollIntoView())
  }

  /** Runs the key bindings of the plugins. Returns whether there is one that applies. */
  #press(event: KeyboardEvent): boolean {
    const { plugins } = this.#view.state
    return plugins.some((plugin) => plugin.props.handleKeyDown?.call(plugin, this.#view, event) === true)
  }

  /** Makes a refused change at its present place, unless it would remove something else there. */
  #makeAgain(refused: Transaction, moves: Mapping): void {
    const { steps, docs } = refused
    const { tr } = this.#view.state
    for (const [index, step] of steps.entries()) {
      // The mapping begins with the way back over the steps before this one, which were made in the earlier document.
      const moved = step.map(moves.slice(steps.length - index))
      if (!moved || !removesSame([step, docs[index]!], [moved, tr.doc]) || tr.maybeStep(moved).failed !== null) return
      moves.appendMap(moved.getMap(), steps.length - 1 - index)
    }
    let end = -1
    tr.mapping.maps.at(-1)?.forEach((_from, _to, _newFrom, newTo) => (end = newTo))
    if (end >= 0) tr.setSelection(caretNear(tr.doc, end, -1))
    this.#view.dispatch(tr.setMeta('uiEvent', refused.getMeta('uiEvent')).scrollIntoView())
  }
}

function isEnter({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && !ctrlKey && !metaKey
}

/** Shift+Delete cuts on Windows, and Command+Backspace deletes a line, whose start depends on the layout. */
function isDeletion({ key, metaKey, shiftKey }: KeyboardEvent): boolean {
  return !metaKey && (key === 'Backspace' || (key === 'Delete' && !shiftKey))
}

type Removal = readonly [change: Change, doc: Node]

function removesSame(one: Removal, other: Removal): boolean {
  const [slices, others] = [removedBy(one), removedBy(other)]
  return slices.length === others.length && slices.every((slice, index) => slice.eq(others[index]!))
}

function removedBy([change, doc]: Removal): Slice[] {
  const slices: Slice[] = []
  change.getMap().forEach((from, to) => slices.push(doc.slice(from, to)))
  return slices
}
