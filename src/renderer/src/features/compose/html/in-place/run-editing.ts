import type { HtmlSource } from '../source/html-source.svelte.ts'
import { caretOutside, placeholderBeside } from '../source/placeholders.ts'
import { runEdit } from './run-text.ts'

/** Where the run stands in the source now. */
type Span = { from: number; to: number }

/**
 * One run of text while it is edited. Every change is spliced into the source at once, so nothing that was typed waits, and
 * the browser's own history is not used.
 */
export class RunEditing {
  readonly element: HTMLElement
  readonly #source: HtmlSource
  readonly #span: Span
  #caret = 0

  constructor(source: HtmlSource, element: HTMLElement, span: Span) {
    this.#source = source
    this.element = element
    this.#span = { ...span }
    element.setAttribute('contenteditable', 'plaintext-only')
    element.spellcheck = true
  }

  /** Takes what the element holds into the source. */
  take(): void {
    const { from, to } = this.#span
    const edit = runEdit(this.#source.text.slice(from, to), this.element.textContent)
    if (!edit) return
    this.#span.to += edit.insert.length - (edit.to - edit.from)
    const moved = { from: from + edit.from, to: from + edit.to, insert: edit.insert }
    this.#source.edit([moved], 'in-place', { isTyping: true })
  }

  end(): void {
    this.take()
    this.#source.endStep()
    this.element.removeAttribute('contenteditable')
  }

  /** Puts the text at the caret, as if it were typed. Line breaks are spaces: a run is one piece of text. */
  insert(text: string): void {
    const [start, end] = this.#selected()
    const whole = this.element.textContent
    const added = text.replace(/[\r\n\t]+/g, ' ')
    this.#show(whole.slice(0, start) + added + whole.slice(end), start + added.length)
  }

  /** Keys and pastes that the browser would do otherwise. Returns whether it was dealt with. */
  beforeInput(event: InputEvent): boolean {
    if (event.inputType.startsWith('history') || event.inputType.startsWith('format')) return true
    if (event.inputType === 'insertParagraph' || event.inputType === 'insertLineBreak') return true
    if (event.inputType.startsWith('insertFrom')) {
      const text = event.dataTransfer?.getData('text/plain') ?? event.data
      if (text) this.insert(text)
      return true
    }
    const [start, end] = this.#selected()
    if (start !== end || !event.inputType.startsWith('deleteContent')) return false
    const side = event.inputType.endsWith('Forward') ? 'after' : 'before'
    const variable = placeholderBeside(this.element.textContent, start, side)
    if (!variable) return false
    const whole = this.element.textContent
    this.#show(whole.slice(0, variable.from) + whole.slice(variable.to), variable.from)
    return true
  }

  /** Keeps the caret and both ends of a selection out of variables. */
  selectionChanged(): void {
    const selection = this.element.ownerDocument.getSelection()
    if (!selection?.anchorNode || !this.element.contains(selection.anchorNode)) return
    const text = this.element.textContent
    const anchor = this.#offsetOf(selection.anchorNode, selection.anchorOffset)
    const focus = selection.focusNode ? this.#offsetOf(selection.focusNode, selection.focusOffset) : anchor
    const movedFocus = caretOutside(text, focus, selection.isCollapsed ? this.#caret : anchor)
    const movedAnchor = selection.isCollapsed ? movedFocus : caretOutside(text, anchor, movedFocus)
    this.#caret = movedFocus
    if (movedFocus !== focus || movedAnchor !== anchor) this.#select(movedAnchor, movedFocus)
  }

  /** Shows a text that came from the history. */
  showText(text: string, span: Span): void {
    this.#span.from = span.from
    this.#span.to = span.to
    if (this.element.textContent !== text) this.element.textContent = text
    const end = Math.min(this.#caret, text.length)
    this.#select(end, end)
  }

  get span(): Readonly<Span> {
    return this.#span
  }

  placeCaretAtEnd(): void {
    const text = this.element.textContent
    const end = caretOutside(text, text.length, 0)
    this.#select(end, end)
  }

  #show(text: string, caret: number): void {
    this.element.textContent = text
    this.#select(caret, caret)
    this.take()
  }

  #selected(): [start: number, end: number] {
    const selection = this.element.ownerDocument.getSelection()
    if (!selection || selection.rangeCount === 0) return [this.#caret, this.#caret]
    const range = selection.getRangeAt(0)
    if (!this.element.contains(range.startContainer)) return [this.#caret, this.#caret]
    return [
      this.#offsetOf(range.startContainer, range.startOffset),
      this.element.contains(range.endContainer)
        ? this.#offsetOf(range.endContainer, range.endOffset)
        : this.element.textContent.length,
    ]
  }

  #offsetOf(node: Node, offset: number): number {
    const range = this.element.ownerDocument.createRange()
    range.selectNodeContents(this.element)
    range.setEnd(node, offset)
    return range.toString().length
  }

  #select(anchor: number, focus: number): void {
    const selection = this.element.ownerDocument.getSelection()
    const text = this.element.firstChild
    this.#caret = focus
    if (!text) selection?.collapse(this.element, 0)
    else selection?.setBaseAndExtent(text, anchor, text, focus)
  }
}
