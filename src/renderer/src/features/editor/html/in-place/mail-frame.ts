import { matchesShortcut } from '../../../../lib/ui/keys/shortcut.ts'
import { focusUnlessMoved } from '../../../../lib/ui/keys/unless-moved.ts'
import { inSlices } from '../../../../lib/state/in-slices.ts'
import type { MarkupWorker, MarkupWithEditables } from '../source/markup-worker.ts'
import { type Edit, type Editable, textOfRun } from '../../../markup/index.ts'
import { historyKey } from '../source/history-key.ts'
import type { HtmlSource, SourceChange } from '../source/html-source.svelte.ts'
import type { Range } from '../source/placeholders.ts'
import { Readings } from '../source/readings.ts'
import type { EmptiedRuns } from './emptied-runs.ts'
import { FirstDrawing } from './first-drawing.ts'
import { keyBetween, listenTo, prevent, takeFiles, type ActsBetween, type FrameEvents } from './frame-events.ts'
import { targetAt, targetFor, type ImageTarget } from './image-target.ts'
import { linkable } from './link-edits.ts'
import { buildMail, type Shown } from './mail-tree.ts'
import { lettersAt, seenAt } from './range-in-mail.ts'
import { RunEditing } from './run-editing.ts'
import { nodesOf } from './run-letters.ts'
import { ShownMail } from './shown-mail.ts'

type Needs = {
  readonly source: HtmlSource
  readonly worker: MarkupWorker
  readonly emptied: EmptiedRuns
  readonly document: Document
  readonly imageOf: (contentId: string) => string | undefined
  readonly events: FrameEvents
}

/**
 * A message shown in a frame without scripts, where runs of text are edited in place. The frame holds no separate state:
 * every edit is applied to the source, and every other change to the source redraws the message.
 */
export class MailFrame {
  readonly #needs: Needs
  #mail: ShownMail
  #editing: RunEditing | null = null
  #focused: Shown | null = null
  /** The source position whose element is focused when the message is redrawn. */
  #wanted: { at: number; time: number } | null = null
  readonly #readings = new Readings()
  readonly #first = new FirstDrawing()
  /** Whether the message must be redrawn once the user leaves the run being edited. */
  #isBehind = false
  readonly #stop: readonly (() => void)[]
  readonly #between: ActsBetween = {
    leave: () => this.#needs.events.onleave(),
    move: (step) => this.#first.once(() => this.#mail.beside(this.#focused, step)?.element.focus()),
    open: (part) => this.#first.once(() => this.#open(part)),
  }

  constructor(needs: Needs) {
    this.#needs = needs
    const { source, document } = needs
    this.#mail = new ShownMail(source.moves, [])
    const on = listenTo(document)
    this.#stop = [
      source.subscribe((change) => this.#follow(change)),
      source.holdWith({ settle: () => this.#editing?.take() }),
      on('pointerdown', (event) => this.#press(event)),
      on('click', (event) => this.#click(event)),
      on('keydown', (event) => this.#keyDown(event)),
      on('focusin', (event) => this.#focusIn(event)),
      on('focusout', (event) => this.#focusOut(event)),
      on('input', () => this.#editing?.take()),
      on('beforeinput', (event) => {
        if (this.#editing?.beforeInput(event) ?? true) event.preventDefault()
      }),
      on('selectionchange', () => this.#editing?.selectionChanged()),
      on('paste', (event) => takeFiles(needs.events, event, this.imageTarget())),
      ...(['dblclick', 'dragenter', 'dragover', 'drop', 'submit'] as const).map((type) => on(type, prevent)),
      on('drop', (event) => takeFiles(needs.events, event, targetAt({ source, mail: this.#mail }, event))),
    ]
    this.#read()
  }

  close(): void {
    this.#readings.stop()
    this.#leaveRun()
    for (const stop of this.#stop) stop()
  }

  /** Inserts a variable at the caret of the run being edited, or at the end of the focused run. */
  insert(text: string): boolean {
    if (!this.#editing && this.#focused?.editable.kind === 'text') this.#edit(this.#focused, true)
    if (!this.#editing) return false
    this.#editing.insert(text)
    this.#editing.element.focus()
    return true
  }

  /** Redraws the message when another image has been loaded. */
  showAgain(): void {
    if (!this.#first.postponesImage()) this.#read()
  }

  /** Restores the focus to the part that had it, or focuses the first part. */
  focus(): void {
    const focus = (): void => (this.#focused ?? this.#mail.all[0])?.element.focus()
    if (this.#isUndrawn) void focusUnlessMoved(this.#readings.settled(), focus)
    else focus()
  }

  /** Selects the visible part of a range of the source. Resolves to false if none of it is visible. */
  async show({ from, to }: Range): Promise<boolean> {
    const { source } = this.#needs
    const { time } = source.moves
    this.#leaveRun()
    await this.#readings.settled()
    const range = { from: source.moves.now(from, time, 'after'), to: source.moves.now(to, time, 'before') }
    const shown = this.#readings.isStopped ? undefined : seenAt(this.#mail, range)
    if (!shown) return false
    this.#edit(shown, true)
    if (!this.#editing) shown.element.focus()
    else this.#editing.select(...lettersAt(source.text, shown, this.#mail.editable(shown), range))
    return true
  }

  /** Writes pending typing to the source, then returns the part at its current position. */
  editableOf(shown: Shown): Editable {
    this.#editing?.take()
    return this.#mail.editable(shown)
  }

  linkable(shown: Shown): Range | null {
    const editing = this.#editing?.element === shown.element ? this.#editing : null
    return linkable(this.#needs.source.text, shown, this.editableOf(shown), editing)
  }

  /** Returns the target for an image that was not dropped: the caret, or a position next to the focused part. */
  imageTarget(): ImageTarget | null {
    const shown = this.#focused
    return shown && targetFor(this.#needs.source, this.editableOf(shown), this.#editing)
  }

  /** Sets the source position whose element is focused when the message is redrawn. */
  want(at: number): void {
    this.#wanted = { at, time: this.#needs.source.moves.time }
  }

  #read(): void {
    this.#readings.begin((isStale) => this.#readNow(isStale))
  }

  async #readNow(isStale: () => boolean): Promise<void> {
    const { source, worker, events } = this.#needs
    const { text } = source
    const isHeldUp = () => this.#editing !== null || text !== source.text
    this.#isBehind = false
    if (this.#isUndrawn) this.#first.begin()
    try {
      const mail = await worker.run('editables', text)
      if (isStale()) return
      if (mail.isTooLarge) events.onshown(null)
      else if (!isHeldUp()) await this.#show(mail, () => isStale() || isHeldUp())
      if (!isStale() && isHeldUp()) this.#isBehind = true
    } catch (error) {
      if (!isStale()) events.onerror(error)
    }
    // In the meantime, the user may have continued elsewhere in the page.
    if (!isStale() && this.#first.end(() => this.#needs.document.hasFocus())) this.#read()
  }

  async #show({ root, editables }: MarkupWithEditables, isStale: () => boolean): Promise<void> {
    const { document, imageOf, events, source, emptied } = this.#needs
    const { moves } = source
    const build = buildMail({
      root,
      editables: emptied.addTo(root, editables),
      time: moves.time,
      imageOf,
      into: document,
      grows: this.#isUndrawn,
    })
    const built = await inSlices(build, isStale)
    if (!built) return
    const isWanted = this.#wanted !== null || (this.#focused !== null && document.hasFocus())
    const before = this.#focused && this.#mail.editable(this.#focused).from
    const at = this.#wanted ? moves.now(this.#wanted.at, this.#wanted.time, 'after') : before
    const { scrollX, scrollY } = document.defaultView ?? { scrollX: 0, scrollY: 0 }
    this.#focused = null
    this.#wanted = null
    built.show()
    this.#mail = new ShownMail(moves, built.shown)
    document.defaultView?.scrollTo(scrollX, scrollY)
    events.onshown(this.#mail.all.length)
    const again = at === null ? undefined : this.#mail.from(at)
    // While a long message is being built, the user may focus parts that are not registered until now.
    const reached = this.#mail.around(document.activeElement)
    if (isWanted && again) again.element.focus({ preventScroll: true })
    else this.#focused = reached ?? again ?? null
    if (reached && this.#focused === reached) events.onplace(reached, false)
  }

  #follow({ origin, edits }: SourceChange): void {
    if (origin === 'in-place' || this.#showRun(edits)) return
    this.#editing?.drop()
    this.#editing = null
    this.#read()
  }

  /** If an undone edit lies within the edited run, redraws only that run. Returns whether it did. */
  #showRun([edit, ...others]: readonly Edit[]): boolean {
    const { source, document } = this.#needs
    const editing = this.#editing
    if (!editing || !edit || others.length > 0) return false
    const { from, to } = editing.span
    if (edit.from < from || edit.to > to) return false
    const span = { from, to: to + edit.insert.length - (edit.to - edit.from) }
    const text = textOfRun(source.text.slice(span.from, span.to))
    if (text !== null) editing.show(nodesOf(text, document), span)
    return text !== null
  }

  /** Starts editing the pressed run before the browser positions its caret. Any other press ends the editing. */
  #press({ target, button }: PointerEvent): void {
    const shown = this.#mail.around(target)
    if (shown?.editable.kind === 'text' && button === 0) this.#edit(shown, false)
    else if (this.#isUndrawn && button === 0) this.#first.once(() => this.#open(target))
    else this.#leaveRun()
  }

  #click(event: MouseEvent): void {
    event.preventDefault()
    const shown = this.#mail.around(event.target)
    if (shown?.editable.kind === 'image') this.#needs.events.onopen(shown)
  }

  #edit(shown: Shown, atEnd: boolean): void {
    if (this.#editing?.element === shown.element) return
    this.#leaveRun()
    const { kind, from, to } = this.#mail.editable(shown)
    if (kind !== 'text') return
    this.#editing = new RunEditing(this.#needs.source, shown.element, { from, to })
    this.#focused = shown
    if (atEnd) {
      shown.element.focus()
      this.#editing.placeCaretAtEnd()
    }
    this.#needs.events.onplace(shown, true)
  }

  /** Ends editing. The run is not redrawn: its text equals the source, and the parts after it have only moved. */
  #leaveRun(): void {
    const editing = this.#editing
    if (!editing) return
    editing.end()
    this.#editing = null
    if (editing.isEmpty) this.#needs.emptied.add(editing.span.from)
    if (this.#isBehind) this.#read()
  }

  #focusIn(event: FocusEvent): void {
    const shown = this.#mail.around(event.target)
    if (!shown) return
    this.#focused = shown
    this.#needs.events.onplace(shown, this.#editing?.element === shown.element)
  }

  /** Pressing another run starts editing that run before this one loses the focus. */
  #focusOut({ target }: FocusEvent): void {
    queueMicrotask(() => {
      // While a menu of the page has the focus, the caret is still needed.
      if (target === this.#editing?.element && this.#needs.document.hasFocus()) this.#leaveRun()
    })
  }

  #keyDown(event: KeyboardEvent): void {
    // The event for the last selection change may still be pending, but this key press applies to that selection.
    this.#editing?.selectionChanged()
    const { source, events } = this.#needs
    const done = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    if (historyKey(event, source)) done()
    else if (matchesShortcut(event, 'Mod+K') && this.#focused) {
      done()
      events.onopen(this.#focused)
    } else if (!this.#editing) keyBetween(event, this.#between, done)
    else if (event.key === 'Escape' && !event.isComposing) {
      done()
      this.#leaveRun()
      events.onplace(this.#focused, false)
    }
  }

  /** Until a message has been drawn for the first time, its parts are not known, so presses in them have to wait. */
  get #isUndrawn(): boolean {
    return this.#mail.all.length === 0
  }

  #open(part: EventTarget | null): void {
    const shown = this.#mail.around(part)
    if (shown?.editable.kind === 'image') this.#needs.events.onopen(shown)
    else if (shown) this.#edit(shown, true)
  }
}
