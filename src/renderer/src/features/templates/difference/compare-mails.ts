import { diffArrays } from 'diff'
import {
  applyEdits,
  attributeOf,
  type Edit,
  type Editable,
  editablesOf,
  type MarkupElement,
  parseMarkup,
  sourceRanges,
  textOfLines,
} from '../../markup/index.ts'
import { changesOf, joinedChanges, type Change } from './changes.ts'
import { anchorTag, markTags, markedImage } from './mail-marks.ts'

export type MailDifference = {
  /** Each version with markers where it differs from the other. */
  readonly before: string
  readonly after: string
  /** The number of changes in text and images. All markers of a change contain its number. */
  readonly count: number
  /** Why nothing is marked; null if the messages could be compared. */
  readonly problem: 'too-large' | 'too-different' | null
}

/** In milliseconds. Without a limit, comparing messages with nothing in common would take minutes. */
const longest = 1500
const mostChanges = 20_000

/** A visible part of a message: a word or an image, with its position in the source. */
type Item = { readonly key: string; readonly editable: Editable; readonly from: number; readonly to: number }

/**
 * Compares the visible content of two messages, and marks the differences in the source of both. Runs of text are compared
 * first, then the words in runs that differ, because markup between words may have moved without a visible difference.
 * `secret` is part of the markers, so that a message cannot forge them.
 */
export function compareMails(before: string, after: string, secret: string): MailDifference {
  const unmarked = { before, after, count: 0 }
  const markupA = parseMarkup(before)
  const markupB = parseMarkup(after)
  if (markupA.isTooLarge || markupB.isTooLarge) return { ...unmarked, problem: 'too-large' }
  const editablesA = editablesOf(before, markupA.root)
  const editablesB = editablesOf(after, markupB.root)
  const end = performance.now() + longest
  const limits = () => ({ timeout: Math.max(1, end - performance.now()), maxEditLength: mostChanges })

  const runs = diffArrays(editablesA.map(keyOf), editablesB.map(keyOf), limits())
  if (!runs) return { ...unmarked, problem: 'too-different' }
  const a = new Marks(before, secret, 'removed')
  const b = new Marks(after, secret, 'added')
  let count = 0
  for (const run of changesOf(runs)) {
    const itemsA = editablesA.slice(run.fromA, run.toA).flatMap(itemsOf)
    const itemsB = editablesB.slice(run.fromB, run.toB).flatMap(itemsOf)
    const words = diffArrays(itemsA.map(keyOfItem), itemsB.map(keyOfItem), limits())
    const isTrifle = (from: number, to: number) => to - from === 1 && !/[\p{L}\p{N}]/u.test(itemsA[from]!.key)
    const whole: Change = { fromA: 0, toA: itemsA.length, fromB: 0, toB: itemsB.length }
    for (const change of words ? joinedChanges(changesOf(words), isTrifle) : [whole]) {
      count++
      a.mark(itemsA.slice(change.fromA, change.toA), count, itemsA[change.fromA] ?? itemAt(editablesA[run.toA]))
      b.mark(itemsB.slice(change.fromB, change.toB), count, itemsB[change.fromB] ?? itemAt(editablesB[run.toB]))
    }
  }
  return { before: a.applied(), after: b.applied(), count, problem: null }
}

function keyOf(editable: Editable): string {
  if (editable.kind === 'image') return `image ${imageKey(editable.node)}`
  return `text ${textOfLines(editable.nodes).replace(/\s+/g, ' ').trim()} ${linkKey(editable)}`
}

function keyOfItem({ key }: Item): string {
  return key
}

function imageKey(node: MarkupElement): string {
  return ['src', 'alt', 'width', 'height'].map((name) => attributeOf(node, name) ?? '').join('\n')
}

function linkKey({ link }: Editable): string {
  return link ? `\n${attributeOf(link, 'href') ?? ''}` : ''
}

/** A placeholder counts as one word, and so does every symbol. */
const word = /\{\{[^{}]{1,200}\}\}|[\p{L}\p{N}_]+|[^\s]/gu

function itemsOf(editable: Editable): Item[] {
  if (editable.kind === 'image') return [{ key: keyOf(editable), editable, from: 0, to: 0 }]
  const link = linkKey(editable)
  return [...textOfLines(editable.nodes).matchAll(word)].map(({ 0: text, index }) => ({
    key: text + link,
    editable,
    from: index,
    to: index + text.length,
  }))
}

function itemAt(editable: Editable | undefined): Item | undefined {
  return editable && { key: '', editable, from: 0, to: 0 }
}

const longestName = 20

type TextMark = { readonly from: number; readonly to: number; readonly change: number }

/** The markers in one message, in source order. */
class Marks {
  readonly #source: string
  readonly #secret: string
  readonly #kind: 'added' | 'removed'
  readonly #texts = new Map<Editable, TextMark[]>()
  readonly #edits: Edit[] = []

  constructor(source: string, secret: string, kind: 'added' | 'removed') {
    this.#source = source
    this.#secret = secret
    this.#kind = kind
  }

  /** Marks the parts of this message that belong to a change. If there are none, inserts an anchor before `next`. */
  mark(items: readonly Item[], change: number, next: Item | undefined): void {
    if (items.length === 0) {
      if (next?.editable.kind === 'text') this.#markText(next.editable, { from: next.from, to: next.from, change })
      else this.#anchor(next ? next.editable.from : this.#source.length, change)
      return
    }
    for (const { editable, from, to } of items) {
      if (editable.kind === 'image') this.#markImage(editable.node, change)
      else this.#markText(editable, { from, to, change })
    }
  }

  applied(): string {
    for (const [editable, marks] of this.#texts) {
      const source = this.#source.slice(editable.from, editable.to)
      sourceRanges(source, marks).forEach(({ from, to }, at) => {
        const { change } = marks[at]!
        if (from === to) return this.#anchor(editable.from + from, change)
        const [open, close] = markTags(this.#secret, this.#kind, change)
        this.#edits.push({ from: editable.from + from, to: editable.from + from, insert: open })
        this.#edits.push({ from: editable.from + to, to: editable.from + to, insert: close })
      })
    }
    return applyEdits(
      this.#source,
      this.#edits.toSorted((one, other) => one.from - other.from),
    )
  }

  /** Adjacent words of a change share a marker, which includes the text between them. */
  #markText(editable: Editable, mark: TextMark): void {
    const marks = this.#texts.get(editable)
    const last = marks?.at(-1)
    if (!marks) this.#texts.set(editable, [mark])
    else if (last?.change === mark.change) marks[marks.length - 1] = { ...last, to: mark.to }
    else marks.push(mark)
  }

  #markImage({ from }: MarkupElement, change: number): void {
    // The tag’s name as written, because an image may be written as `IMAGE`.
    const [name] = /^<[a-z]*/i.exec(this.#source.slice(from, from + longestName))!
    const at = from + name.length
    this.#edits.push({ from: at, to: at, insert: markedImage(this.#secret, this.#kind, change) })
  }

  #anchor(at: number, change: number): void {
    this.#edits.push({ from: at, to: at, insert: anchorTag(this.#secret, change) })
  }
}
