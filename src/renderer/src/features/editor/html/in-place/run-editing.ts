import type { HtmlSource } from '../source/html-source.svelte.ts'
import { caretOutside, withWholePlaceholders, type Range } from '../source/placeholders.ts'
import { breakTag } from '../source/void-tags.ts'
import { fillerMark, letterAt, lettersOf, nodesOf, pointBefore } from './run-letters.ts'
import { lineBreak, runEdit } from '../../../markup/index.ts'

type Span = { from: number; to: number }

/** Set on a run without visible text, which shows a placeholder instead. */
export const emptyMark = 'data-mailroom-empty'

/**
 * A run of text while it is being edited. Every change is written to the source immediately, so no typed text is held back,
 * and the browser’s own history is not used.
 */
export class RunEditing {
  readonly element: HTMLElement
  readonly #source: HtmlSource
  readonly #span: Span
  readonly #breakTag: string
  /** The line breaks that the run contained before the browser’s last deletion. */
  #breaks: ReadonlySet<Element> | null = null
  #caret = 0

  constructor(source: HtmlSource, element: HTMLElement, span: Span) {
    this.#source = source
    this.element = element
    this.#span = { ...span }
    this.#breakTag = breakTag(source.text)
    element.setAttribute('contenteditable', 'plaintext-only')
    element.spellcheck = true
  }

  get span(): Readonly<Span> {
    return this.#span
  }

  get isEmpty(): boolean {
    return isBlank(lettersOf(this.element))
  }

  /** Writes the element’s content to the source. */
  take(isTyping = true): void {
    this.#fill()
    const { from, to } = this.#span
    const edit = runEdit(this.#source.text.slice(from, to), lettersOf(this.element), this.#breakTag)
    if (!edit) return
    this.#span.to += edit.insert.length - (edit.to - edit.from)
    const moved = { from: from + edit.from, to: from + edit.to, insert: edit.insert }
    this.#source.edit([moved], 'in-place', { isTyping })
  }

  end(): void {
    this.take()
    this.#source.endStep()
    this.drop()
  }

  /** Stops editing without reading the element’s content. */
  drop(): void {
    for (const filler of this.#fillers) filler.remove()
    this.element.removeAttribute('contenteditable')
  }

  /** Inserts text at the caret, as a separate step of the history. */
  insert(text: string): void {
    this.#insert(text, false)
  }

  /** Handles key presses and pastes that the browser would handle differently. Returns whether the event was handled. */
  beforeInput(event: InputEvent): boolean {
    const { inputType } = event
    if (inputType.startsWith('history') || inputType.startsWith('format')) return true
    if (inputType === 'insertParagraph' || inputType === 'insertLineBreak') {
      this.#insert('\n', true)
      return true
    }
    if (inputType.startsWith('insertFrom')) {
      const text = event.dataTransfer?.getData('text/plain') ?? event.data
      if (text) this.insert(text)
      return true
    }
    return inputType.startsWith('delete') && this.#delete(event)
  }

  /** Keeps the caret and both ends of the selection out of variables. */
  selectionChanged(): void {
    const selection = this.element.ownerDocument.getSelection()
    if (!selection?.anchorNode || !this.element.contains(selection.anchorNode)) return
    const text = lettersOf(this.element)
    const anchor = letterAt(this.element, selection.anchorNode, selection.anchorOffset)
    const isInside = selection.focusNode !== null && this.element.contains(selection.focusNode)
    const focus = isInside ? letterAt(this.element, selection.focusNode, selection.focusOffset) : anchor
    const movedFocus = caretOutside(text, focus, selection.isCollapsed ? this.#caret : anchor)
    const movedAnchor = selection.isCollapsed ? movedFocus : caretOutside(text, anchor, movedFocus)
    this.#caret = movedFocus
    if (movedFocus !== focus || movedAnchor !== anchor) this.select(movedAnchor, movedFocus)
  }

  /** Shows content restored from the history. */
  show(content: DocumentFragment, span: Span): void {
    this.#span.from = span.from
    this.#span.to = span.to
    this.element.replaceChildren(content)
    this.#fill()
    const end = Math.min(this.#caret, lettersOf(this.element).length)
    this.select(end, end)
  }

  placeCaretAtEnd(): void {
    const text = lettersOf(this.element)
    const end = caretOutside(text, text.length, 0)
    this.select(end, end)
  }

  select(anchor: number, focus: number): void {
    this.#caret = focus
    this.element.ownerDocument
      .getSelection()
      ?.setBaseAndExtent(...pointBefore(this.element, anchor), ...pointBefore(this.element, focus))
  }

  selected(): Range {
    const { element } = this
    const selection = element.ownerDocument.getSelection()
    const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null
    if (!range || !element.contains(range.startContainer)) return { from: this.#caret, to: this.#caret }
    return {
      from: letterAt(element, range.startContainer, range.startOffset),
      to: element.contains(range.endContainer)
        ? letterAt(element, range.endContainer, range.endOffset)
        : lettersOf(element).length,
    }
  }

  #insert(text: string, isTyping: boolean): void {
    this.#replace(this.selected(), text.replace(/\r\n?|\n/g, lineBreak).replace(/\t+/g, ' '), isTyping)
  }

  /** Deletes a variable as a unit; all other deletions are left to the browser. */
  #delete({ inputType }: InputEvent): boolean {
    this.#breaks = new Set(this.element.querySelectorAll('br'))
    const { from, to } = this.selected()
    const isForward = inputType.endsWith('Forward')
    const range = from < to ? { from, to } : { from: isForward ? from : from - 1, to: isForward ? to + 1 : to }
    const whole = withWholePlaceholders(lettersOf(this.element), range)
    if (whole.from === range.from && whole.to === range.to) return false
    this.#replace(whole, '', true)
    return true
  }

  #replace({ from, to }: Range, text: string, isTyping: boolean): void {
    const { element } = this
    const range = element.ownerDocument.createRange()
    range.setStart(...pointBefore(element, from))
    range.setEnd(...pointBefore(element, to))
    range.deleteContents()
    range.insertNode(nodesOf(text, element.ownerDocument))
    element.normalize()
    this.#fill()
    const caret = from + text.length
    this.select(caret, caret)
    this.take(isTyping)
  }

  get #fillers(): NodeListOf<Element> {
    return this.element.querySelectorAll(`[${fillerMark}]`)
  }

  /** Adds a filler to an empty last line, and the placeholder attribute to a run without text. */
  #fill(): void {
    // The browser inserts a line break into a line that it has emptied.
    if (this.#breaks)
      for (const one of this.element.querySelectorAll('br'))
        if (!this.#breaks.has(one)) one.setAttribute(fillerMark, '')
    this.#breaks = null
    const text = lettersOf(this.element)
    this.element.toggleAttribute(emptyMark, isBlank(text))
    const isLineEmpty = isBlank(text.slice(text.lastIndexOf(lineBreak) + 1)) && text.includes(lineBreak)
    if (!isLineEmpty) for (const filler of this.#fillers) filler.remove()
    else if (this.#fillers.length === 0) {
      const filler = this.element.ownerDocument.createElement('br')
      filler.setAttribute(fillerMark, '')
      this.element.append(filler)
    }
  }
}

/** Whether a text consists only of spaces. The character that represents a line break does not count as a space. */
function isBlank(text: string): boolean {
  return /^[ \t\r\n\f\u00a0]*$/.test(text)
}
