import type { Node } from 'prosemirror-model'
import { EditorState, NodeSelection, type Command, type Transaction } from 'prosemirror-state'
import { tableEditing } from 'prosemirror-tables'
import { EditorView } from 'prosemirror-view'
import { inSlices } from '../../../../lib/state/in-slices.ts'
import { type Markup, parseMarkup, type MarkupTooLarge } from '../../../markup/index.ts'
import type { MarkupWorker } from '../source/markup-worker.ts'
import { historyKey } from '../source/history-key.ts'
import type { HtmlSource } from '../source/html-source.svelte.ts'
import type { Range } from '../source/placeholders.ts'
import { Readings } from '../source/readings.ts'
import { caretNear, typedBeside } from './caret.ts'
import { changed, sizeOf } from './changed-blocks.ts'
import { farBlocks } from './far-blocks.ts'
import { HeldSteps } from './held-steps.ts'
import { imageView, showImage } from './image-view.ts'
import { inputPlugins } from './input.ts'
import { OrdinaryDocument } from './ordinary-document.ts'
import { cleanPaste, isHtmlSource, takesFiles } from './paste.ts'
import { selectionAt } from './range-in-document.ts'
import { schema } from './schema.ts'
import { isTyping } from './typing.ts'

/** A pause in milliseconds that is long enough not to disturb typing, and short enough that a crash loses little. */
const pause = 120
/** Texts up to this length are parsed immediately, in less than a frame. Longer ones are parsed in the worker. */
const shortText = 40_000
/** The number of blocks inserted into the page between two pauses. */
const blocksAtATime = 20

const tooLarge = 'This message has too many elements for the ordinary editor, so it’s edited in place.'

type Needs = {
  readonly parent: HTMLElement
  readonly label: string
  readonly describedBy: string
  readonly source: HtmlSource
  readonly worker: MarkupWorker
  readonly imageOf: (contentId: string) => string | undefined
  /** The title of a document created here. */
  readonly title: () => string
  readonly onstate: (state: EditorState) => void
  readonly onunfit: (reason: string) => void
  readonly onready: () => void
  readonly onedits: (hasEdits: boolean) => void
  readonly ondetails: () => void
  readonly onfiles: (files: File[]) => void
  /** Called when the source of a complete email was pasted. */
  readonly onsource: (html: string) => void
  readonly onerror: (thrown: unknown) => void
}

type Replacement = { from: number; to: number; blocks: readonly Node[]; isLast: boolean }

/**
 * Connects ProseMirror to the source: blocks are written back when they change, and parsed again when something else
 * changes the source.
 */
export class OrdinaryView {
  readonly #needs: Needs
  readonly #view: EditorView
  readonly #document = new OrdinaryDocument()
  readonly #stop: readonly (() => void)[]
  #timer: ReturnType<typeof setTimeout> | undefined
  #isDirty = false
  #isWriting = false
  readonly #held: HeldSteps
  readonly #readings = new Readings()

  constructor(needs: Needs) {
    this.#needs = needs
    const { source, parent } = needs
    this.#view = new EditorView(parent, {
      state: EditorState.create({ schema, plugins: [...inputPlugins(needs.ondetails), tableEditing(), farBlocks()] }),
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': needs.label,
        'aria-describedby': needs.describedBy,
      },
      dispatchTransaction: (transaction) => this.#dispatch(transaction),
      transformPastedHTML: cleanPaste,
      handlePaste: (_view, { clipboardData }) =>
        takesFiles(clipboardData, needs.onfiles) || this.#held.paste(clipboardData) || this.#takesSource(clipboardData),
      handleTextInput: (view, _from, _to, text) => this.#held.text(text) || this.#typesBeside(view, text),
      handleDrop: (_view, event) => takesFiles(event.dataTransfer, needs.onfiles),
      handleDoubleClickOn: (_view, _position, node) => this.#opensDetails(node),
      handleKeyDown: (_view, event) => this.#historyKey(event) || this.#held.key(event),
      handleDOMEvents: {
        beforeinput: (_view, event) => {
          if (!event.inputType.startsWith('history')) return false
          event.preventDefault()
          return true
        },
      },
      nodeViews: { image: (node) => imageView(node, needs.imageOf) },
    })
    this.#held = new HeldSteps(this.#view, needs.onedits)
    const holder = {
      settle: () => this.#write(),
      postpone: (step: () => void) => this.#held.follow(step),
      settled: () => this.#settled(),
    }
    this.#stop = [source.subscribe(() => this.#isWriting || this.#read()), source.holdWith(holder)]
    this.#read()
  }

  /** Edits that are still held are made first, although the editor is no longer shown. */
  close(): void {
    this.#write()
    if (this.#held.hasEdits) void this.#settled().finally(() => (this.#write(), this.#end()))
    else this.#end()
  }

  get state(): EditorState {
    return this.#view.state
  }

  focus(): void {
    this.#view.focus()
  }

  /** Selects the visible part of a range of the source. Resolves to false if none of it is visible. */
  async show({ from, to }: Range): Promise<boolean> {
    const { source, worker } = this.#needs
    this.#write()
    const { time } = source.moves
    await this.#readings.settled()
    const html = source.text
    const range = { from: source.moves.now(from, time, 'after'), to: source.moves.now(to, time, 'before') }
    const markup = await worker.run('editables', html)
    if (this.#readings.isStopped || this.#held.isHolding || markup.isTooLarge || html !== source.text) return false
    const { doc, tr } = this.#view.state
    const block = this.#document.blockAround(doc, range)
    const selection = block && selectionAt(doc, block, { html, editables: markup.editables, range })
    if (!selection) return false
    this.#view.dispatch(tr.setSelection(selection).scrollIntoView())
    this.#view.focus()
    return true
  }

  /** Runs a toolbar command, as a separate step of the history. */
  run(command: Command): void {
    this.#held.run(() => {
      this.#endStep()
      command(this.#view.state, (transaction) => this.#view.dispatch(transaction), this.#view)
      this.#endStep()
    })
    // Not when the command is run, because the user may have moved to another field by then.
    this.#view.focus()
  }

  /** Shows the images loaded so far. Called whenever one has been loaded. */
  showImages(): void {
    // Skips the images that ProseMirror inserts next to ours to hold the caret.
    const images = this.#view.dom.querySelectorAll<HTMLImageElement>('img[data-source]')
    for (const image of images) showImage(image, this.#needs.imageOf)
  }

  /** Returns the box around the selection, in coordinates of the page’s viewport. */
  selectionBox(): { x: number; y: number; width: number; height: number } {
    const { from, to } = this.#view.state.selection
    const [start, end] = [this.#view.coordsAtPos(from), this.#view.coordsAtPos(to, -1)]
    return { x: start.left, y: start.top, width: Math.max(0, end.right - start.left), height: end.bottom - start.top }
  }

  async #settled(): Promise<void> {
    while (this.#held.hasEdits) await this.#readings.settled()
  }

  #end(): void {
    this.#held.drop()
    this.#readings.stop()
    for (const stop of this.#stop) stop()
    this.#view.destroy()
  }

  #dispatch(transaction: Transaction): void {
    const isReading = transaction.getMeta('reading') === true
    const isEarly = this.#held.isHolding && !isReading
    // Marks for the next text are an edit, too: the reading would reset them.
    if (isEarly && (transaction.docChanged || transaction.storedMarksSet)) return this.#held.refuse(transaction)
    const isCommand = transaction.docChanged && !isReading && !isTyping(transaction)
    if (isCommand) this.#endStep()
    const { state, transactions } = this.#view.state.applyTransaction(transaction)
    this.#view.updateState(state)
    this.#held.move(transactions)
    if (isEarly && transaction.selectionSet) this.#held.select(state.selection)
    this.#needs.onstate(state)
    if (!transaction.docChanged || isReading) return
    this.#isDirty = true
    if (isCommand) this.#endStep()
    else this.#timer ??= setTimeout(() => this.#write(), pause)
  }

  #endStep(): void {
    this.#write()
    this.#needs.source.endStep()
  }

  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (!this.#isDirty || this.#held.isHolding) return
    this.#isDirty = false
    const html = this.#document.write(this.#view.state.doc, this.#needs.title())
    this.#isWriting = true
    this.#needs.source.replace(html, 'ordinary', { isTyping: true })
    this.#isWriting = false
  }

  #read(): void {
    this.#readings.begin((isStale) => this.#readNow(isStale))
  }

  async #readNow(isStale: () => boolean): Promise<void> {
    const { source, worker, onerror } = this.#needs
    this.#held.begin()
    this.#isDirty = false
    const html = source.text
    try {
      const markup = html.length <= shortText ? parseMarkup(html) : await worker.run('parse', html)
      if (!isStale()) await inSlices(this.#show(html, markup), isStale)
    } catch (error) {
      if (isStale()) return
      // This reading never ends, so an undo must not wait for held edits.
      this.#held.drop()
      onerror(error)
    }
  }

  /** A long document is shown in slices, so that the page stays responsive. */
  *#show(html: string, markup: Markup | MarkupTooLarge): Generator<void, void> {
    if (markup.isTooLarge) return this.#refuse(tooLarge)
    const reading = yield* this.#document.read(html, markup.root, this.#view.state.doc.children)
    if ('reason' in reading) return this.#refuse(reading.reason)
    const { from, before, after } = changed(this.#view.state.doc.children, reading.blocks)
    const count = Math.max(before.length, after.length)
    let place = from
    for (let at = 0; at < count || at === 0; at += blocksAtATime) {
      if (at > 0) yield
      const end = at + blocksAtATime
      const blocks = after.slice(at, end)
      this.#replace({ from: place, to: place + sizeOf(before.slice(at, end)), blocks, isLast: end >= count })
      place += sizeOf(blocks)
    }
    this.#needs.onready()
    this.#held.release()
  }

  /** This editor can’t make the held edits, either. */
  #refuse(reason: string): void {
    this.#held.drop()
    this.#needs.onunfit(reason)
  }

  #replace({ from, to, blocks, isLast }: Replacement): void {
    const { tr } = this.#view.state
    tr.replaceWith(from, to, [...blocks]).setMeta('reading', true)
    const end = Math.min(from + sizeOf(blocks), tr.doc.content.size)
    tr.setMeta('opened', { from, to: end, blocks: blocks.length })
    // Held edits belong at the change, even if the focus is elsewhere by now.
    const isEdited = this.#view.hasFocus() || this.#held.hasEdits
    if (isEdited && isLast) tr.setSelection(caretNear(tr.doc, end, -1)).scrollIntoView()
    else if (tr.selection instanceof NodeSelection) tr.setSelection(caretNear(tr.doc, from, 1))
    this.#view.dispatch(tr)
  }

  #historyKey(event: KeyboardEvent): boolean {
    const isHistory = historyKey(event, this.#needs.source)
    if (isHistory) event.stopPropagation()
    return isHistory
  }

  /**
   * The source of a complete email that is pasted into an empty message becomes the message. If the message already has
   * content, the source is pasted as text.
   */
  #takesSource(data: DataTransfer | null): boolean {
    const text = data?.getData('text/plain') ?? ''
    const { doc } = this.#view.state
    const isEmpty = doc.childCount <= 1 && doc.content.size <= 2
    if (!isEmpty || !isHtmlSource(text)) return false
    this.#held.drop()
    this.#needs.onsource(text)
    return true
  }

  #typesBeside(view: EditorView, text: string): boolean {
    const transaction = typedBeside(view.state, text)
    if (transaction) view.dispatch(transaction.scrollIntoView())
    return transaction !== null
  }

  #opensDetails(node: Node): boolean {
    if (!/^(?:image|button|island)$/.test(node.type.name)) return false
    this.#needs.ondetails()
    return true
  }
}
