import { matchesShortcut } from '../../../../lib/ui/keys/shortcut.ts'
import type { Markup } from '../markup/markup.ts'
import type { MarkupWorker } from '../markup/markup-worker.ts'
import type { HtmlSource, SourceChange } from '../source/html-source.svelte.ts'
import { buildMail, type Shown } from './mail-tree.ts'
import { placesOf } from './places.ts'
import { RunEditing } from './run-editing.ts'

export type FrameEvents = {
  /** The place that has the focus; null if none has. */
  readonly onplace: (shown: Shown | null, isEditing: boolean) => void
  /** The details of an image or a link are asked for. */
  readonly onopen: (shown: Shown) => void
  /** Escape outside of a run: the focus goes back to the page. */
  readonly onleave: () => void
  /** The number of places, or null for a mail that is too large to be shown. */
  readonly onshown: (places: number | null) => void
  readonly onerror: (thrown: unknown) => void
  /** Files that were pasted or dropped. */
  readonly onfiles: (files: File[]) => void
}

type Needs = {
  readonly source: HtmlSource
  readonly worker: MarkupWorker
  readonly document: Document
  readonly imageOf: (contentId: string) => string | undefined
  readonly events: FrameEvents
}

/**
 * A mail shown in a frame without scripts, where a run of text is edited as it stands. The frame holds no state that counts:
 * every edit goes into the source by its place there, and every other change of the source redraws the mail.
 */
export class MailFrame {
  readonly #needs: Needs
  #shown: readonly Shown[] = []
  #editing: RunEditing | null = null
  #focused: Shown | null = null
  /** Counts the readings of the source: only the last one counts. */
  #reading = 0
  #isClosed = false
  readonly #stop: readonly (() => void)[]

  constructor(needs: Needs) {
    this.#needs = needs
    const { source, document } = needs
    const on = <Name extends keyof DocumentEventMap>(name: Name, listener: (event: DocumentEventMap[Name]) => void) => {
      document.addEventListener(name, listener)
      return () => document.removeEventListener(name, listener)
    }
    this.#stop = [
      source.subscribe((change) => this.#follow(change)),
      source.holdWith(() => this.#editing?.take()),
      on('pointerdown', (event) => this.#press(event)),
      on('click', (event) => this.#click(event)),
      on('dblclick', (event) => event.preventDefault()),
      on('keydown', (event) => this.#keyDown(event)),
      on('focusin', (event) => this.#focusIn(event)),
      on('focusout', () => this.#focusOut()),
      on('input', () => this.#editing?.take()),
      on('beforeinput', (event) => {
        if (this.#editing?.beforeInput(event) ?? true) event.preventDefault()
      }),
      on('selectionchange', () => this.#editing?.selectionChanged()),
      on('paste', (event) => this.#takeFiles(event, event.clipboardData)),
      on('dragover', (event) => event.preventDefault()),
      on('drop', (event) => {
        event.preventDefault()
        this.#takeFiles(event, event.dataTransfer)
      }),
      on('submit', (event) => event.preventDefault()),
    ]
    void this.#read()
  }

  close(): void {
    this.#isClosed = true
    this.#editing?.end()
    for (const stop of this.#stop) stop()
  }

  /** Puts a variable at the caret of the run being edited, or at the end of the one that has the focus. */
  insert(text: string): boolean {
    if (!this.#editing && this.#focused?.place.kind === 'text') this.#edit(this.#focused, true)
    if (!this.#editing) return false
    this.#editing.insert(text)
    this.#editing.element.focus()
    return true
  }

  /** The images are shown again, because another one is known now. */
  showAgain(): void {
    if (!this.#editing) void this.#read()
  }

  /** Gives the focus to the place that had it, or to the first one. */
  focus(): void {
    const shown = this.#focused ?? this.#shown[0]
    shown?.element.focus()
  }

  /** The mail as it is in the source now: what is asked for by its place must not be from before an edit. */
  async settled(shown: Shown): Promise<Shown | undefined> {
    const index = this.#shown.indexOf(shown)
    this.#endEditing()
    await this.#read()
    return this.#shown[index]
  }

  async #read(): Promise<void> {
    const { source, worker, events } = this.#needs
    const reading = ++this.#reading
    const text = source.text
    try {
      const markup = await worker.run('parse', text)
      if (reading !== this.#reading || this.#isClosed || text !== source.text) return
      if (markup.isTooLarge) events.onshown(null)
      else this.#show(text, markup)
    } catch (error) {
      if (!this.#isClosed) events.onerror(error)
    }
  }

  #show(text: string, { root }: Markup): void {
    const { document, imageOf, events } = this.#needs
    const index = this.#focused ? this.#shown.indexOf(this.#focused) : -1
    const hadFocus = this.#focused !== null && document.hasFocus()
    const { scrollX, scrollY } = document.defaultView ?? { scrollX: 0, scrollY: 0 }
    this.#focused = null
    this.#shown = buildMail({ root, places: placesOf(text, root), imageOf, into: document })
    document.defaultView?.scrollTo(scrollX, scrollY)
    events.onshown(this.#shown.length)
    const again = index < 0 ? undefined : (this.#shown[index] ?? this.#shown.at(-1))
    if (hadFocus && again) again.element.focus({ preventScroll: true })
    else if (again) this.#focused = again
  }

  #follow({ origin, edits }: SourceChange): void {
    if (origin === 'in-place') return
    const span = this.#editing?.span
    const [edit] = edits
    const isInside =
      span !== undefined && edits.length === 1 && edit !== undefined && edit.from >= span.from && edit.to <= span.to
    if (this.#editing && isInside) {
      const to = span.to + edit.insert.length - (edit.to - edit.from)
      void this.#showRun(this.#editing, span.from, to)
    } else {
      this.#dropEditing()
      void this.#read()
    }
  }

  /** The run of an undone edit keeps the focus and its caret. */
  async #showRun(editing: RunEditing, from: number, to: number): Promise<void> {
    const slice = this.#needs.source.text.slice(from, to)
    const markup = await this.#needs.worker.run('parse', `<body>${slice}`)
    if (this.#editing !== editing || markup.isTooLarge) return
    editing.showText(slice === '' ? '' : textOfRun(markup), { from, to })
  }

  #shownAt(target: EventTarget | null): Shown | undefined {
    const node = target as Node | null
    const element = node && 'closest' in node ? (node as Element) : node?.parentElement
    const holder = element?.closest('mailroom-run, [data-mailroom-place]')
    return holder ? this.#shown.find((shown) => shown.element === holder) : undefined
  }

  /** Before the browser places its caret. */
  #press(event: PointerEvent): void {
    const shown = this.#shownAt(event.target)
    if (shown?.place.kind === 'text' && event.button === 0) this.#edit(shown, false)
    else this.#endEditing()
  }

  #click(event: MouseEvent): void {
    event.preventDefault()
    const shown = this.#shownAt(event.target)
    if (shown?.place.kind === 'image') this.#needs.events.onopen(shown)
  }

  #edit(shown: Shown, atEnd: boolean): void {
    if (this.#editing?.element === shown.element) return
    this.#endEditing()
    const { place } = shown
    if (place.kind !== 'text') return
    this.#editing = new RunEditing(this.#needs.source, shown.element, { from: place.node.from, to: place.node.to })
    this.#focused = shown
    if (atEnd) {
      shown.element.focus()
      this.#editing.placeCaretAtEnd()
    }
    this.#needs.events.onplace(shown, true)
  }

  /** The places of everything after the run have moved: they are read again. */
  #endEditing(): void {
    const before = this.#needs.source.text
    const editing = this.#editing
    if (!editing) return
    const shown = this.#shown.find(({ element }) => element === editing.element)
    editing.end()
    this.#editing = null
    const { place } = shown ?? {}
    const isUnchanged =
      place?.kind === 'text' &&
      editing.span.to === place.node.to &&
      before === this.#needs.source.text &&
      editing.element.textContent === place.node.text
    if (!isUnchanged) void this.#read()
  }

  #dropEditing(): void {
    this.#editing?.element.removeAttribute('contenteditable')
    this.#editing = null
  }

  #focusIn(event: FocusEvent): void {
    const shown = this.#shownAt(event.target)
    if (!shown) return
    this.#focused = shown
    this.#needs.events.onplace(shown, this.#editing?.element === shown.element)
  }

  #focusOut(): void {
    queueMicrotask(() => {
      const { document } = this.#needs
      // A menu of the page has the focus: the caret is still needed.
      if (!document.hasFocus()) return
      if (this.#editing && document.activeElement !== this.#editing.element) this.#endEditing()
    })
  }

  #keyDown(event: KeyboardEvent): void {
    const { source, events } = this.#needs
    const done = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    if (matchesShortcut(event, 'Mod+Z')) {
      done()
      source.undo()
    } else if (matchesShortcut(event, 'Mod+Shift+Z') || matchesShortcut(event, 'Mod+Y')) {
      done()
      source.redo()
    } else if (matchesShortcut(event, 'Mod+K') && this.#focused) {
      done()
      events.onopen(this.#focused)
    } else if (this.#editing) this.#keyWhileEditing(event, done)
    else this.#keyBetween(event, done)
  }

  #keyWhileEditing(event: KeyboardEvent, done: () => void): void {
    if (event.isComposing || (event.key !== 'Escape' && event.key !== 'Enter')) return
    done()
    this.#endEditing()
    const shown = this.#focused
    if (shown) this.#needs.events.onplace(shown, false)
  }

  #keyBetween(event: KeyboardEvent, done: () => void): void {
    const { events } = this.#needs
    if (event.key === 'Escape') {
      done()
      events.onleave()
      return
    }
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    if (step !== undefined && this.#shown.length > 0 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      done()
      const index = this.#focused ? this.#shown.indexOf(this.#focused) + step : 0
      this.#shown[Math.max(0, Math.min(index, this.#shown.length - 1))]?.element.focus()
    } else if (event.key === 'Enter' || event.key === 'F2') {
      const shown = this.#shownAt(event.target)
      if (!shown) return
      done()
      if (shown.place.kind === 'image') events.onopen(shown)
      else this.#edit(shown, true)
    }
  }

  #takeFiles(event: Event, data: DataTransfer | null): void {
    const files = [...(data?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    this.#needs.events.onfiles(files)
  }
}

function textOfRun({ root }: Markup): string {
  const body = root.children.find((child) => child.kind === 'element' && child.name === 'body')
  const [text] = body?.kind === 'element' ? body.children : []
  return text?.kind === 'text' ? text.text : ''
}
