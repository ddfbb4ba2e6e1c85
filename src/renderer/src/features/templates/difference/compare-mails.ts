import { diffArrays } from 'diff'
import {
  applyEdits,
  attributeOf,
  type Edit,
  type MarkupElement,
  parseMarkup,
  type Place,
  placesOf,
  sourceRanges,
  textOfLines,
} from '../../markup/index.ts'
import { changesOf, joinedChanges, type Change } from './changes.ts'
import { anchorTag, markTags, markedImage } from './mail-marks.ts'

export type MailDifference = {
  /** Each with marks where it differs from the other. */
  readonly before: string
  readonly after: string
  /** Of texts and images. The marks of one change have its number. */
  readonly count: number
  /** Nothing is marked. */
  readonly problem: 'too-large' | 'too-different' | null
}

/** Mails with nothing in common would take minutes. */
const longest = 1500
const mostChanges = 20_000

/** What a reader sees of a mail, in its order: words and images, each with its place in the source. */
type Item = { readonly key: string; readonly place: Place; readonly from: number; readonly to: number }

/**
 * Compares what two mails show, and marks in the source of both what differs. Runs of text are compared first, then the
 * words of those that differ, as markup between words may have moved without a visible difference. `secret` is part of the
 * marks, so that a mail cannot have marks of its own.
 */
export function compareMails(before: string, after: string, secret: string): MailDifference {
  const unmarked = { before, after, count: 0 }
  const markupA = parseMarkup(before)
  const markupB = parseMarkup(after)
  if (markupA.isTooLarge || markupB.isTooLarge) return { ...unmarked, problem: 'too-large' }
  const placesA = placesOf(before, markupA.root)
  const placesB = placesOf(after, markupB.root)
  const end = performance.now() + longest
  const limits = () => ({ timeout: Math.max(1, end - performance.now()), maxEditLength: mostChanges })

  const runs = diffArrays(placesA.map(keyOf), placesB.map(keyOf), limits())
  if (!runs) return { ...unmarked, problem: 'too-different' }
  const a = new Marks(before, secret, 'removed')
  const b = new Marks(after, secret, 'added')
  let count = 0
  for (const run of changesOf(runs)) {
    const itemsA = placesA.slice(run.fromA, run.toA).flatMap(itemsOf)
    const itemsB = placesB.slice(run.fromB, run.toB).flatMap(itemsOf)
    const words = diffArrays(itemsA.map(keyOfItem), itemsB.map(keyOfItem), limits())
    const isTrifle = (from: number, to: number) => to - from === 1 && !/[\p{L}\p{N}]/u.test(itemsA[from]!.key)
    const whole: Change = { fromA: 0, toA: itemsA.length, fromB: 0, toB: itemsB.length }
    for (const change of words ? joinedChanges(changesOf(words), isTrifle) : [whole]) {
      count++
      a.mark(itemsA.slice(change.fromA, change.toA), count, itemsA[change.fromA] ?? itemAt(placesA[run.toA]))
      b.mark(itemsB.slice(change.fromB, change.toB), count, itemsB[change.fromB] ?? itemAt(placesB[run.toB]))
    }
  }
  return { before: a.applied(), after: b.applied(), count, problem: null }
}

function keyOf(place: Place): string {
  if (place.kind === 'image') return `image ${imageKey(place.node)}`
  return `text ${textOfLines(place.nodes).replace(/\s+/g, ' ').trim()} ${linkKey(place)}`
}

function keyOfItem({ key }: Item): string {
  return key
}

function imageKey(node: MarkupElement): string {
  return ['src', 'alt', 'width', 'height'].map((name) => attributeOf(node, name) ?? '').join('\n')
}

function linkKey({ link }: Place): string {
  return link ? `\n${attributeOf(link, 'href') ?? ''}` : ''
}

/** A placeholder is one word. So is every sign. */
const word = /\{\{[^{}]{1,200}\}\}|[\p{L}\p{N}_]+|[^\s]/gu

function itemsOf(place: Place): Item[] {
  if (place.kind === 'image') return [{ key: keyOf(place), place, from: 0, to: 0 }]
  const link = linkKey(place)
  return [...textOfLines(place.nodes).matchAll(word)].map(({ 0: text, index }) => ({
    key: text + link,
    place,
    from: index,
    to: index + text.length,
  }))
}

function itemAt(place: Place | undefined): Item | undefined {
  return place && { key: '', place, from: 0, to: 0 }
}

const longestName = 20

type TextMark = { readonly from: number; readonly to: number; readonly change: number }

/** The marks of one mail, in the order of its source. */
class Marks {
  readonly #source: string
  readonly #secret: string
  readonly #kind: 'added' | 'removed'
  readonly #texts = new Map<Place, TextMark[]>()
  readonly #edits: Edit[] = []

  constructor(source: string, secret: string, kind: 'added' | 'removed') {
    this.#source = source
    this.#secret = secret
    this.#kind = kind
  }

  /** Where nothing of this mail belongs to the change, an anchor stands before `next`. */
  mark(items: readonly Item[], change: number, next: Item | undefined): void {
    if (items.length === 0) {
      if (next?.place.kind === 'text') this.#markText(next.place, { from: next.from, to: next.from, change })
      else this.#anchor(next ? next.place.from : this.#source.length, change)
      return
    }
    for (const { place, from, to } of items) {
      if (place.kind === 'image') this.#markImage(place.node, change)
      else this.#markText(place, { from, to, change })
    }
  }

  applied(): string {
    for (const [place, marks] of this.#texts) {
      const source = this.#source.slice(place.from, place.to)
      sourceRanges(source, marks).forEach(({ from, to }, at) => {
        const { change } = marks[at]!
        if (from === to) return this.#anchor(place.from + from, change)
        const [open, close] = markTags(this.#secret, this.#kind, change)
        this.#edits.push({ from: place.from + from, to: place.from + from, insert: open })
        this.#edits.push({ from: place.from + to, to: place.from + to, insert: close })
      })
    }
    return applyEdits(
      this.#source,
      this.#edits.toSorted((one, other) => one.from - other.from),
    )
  }

  /** Words of one change side by side have one mark, with what stands between them. */
  #markText(place: Place, mark: TextMark): void {
    const marks = this.#texts.get(place)
    const last = marks?.at(-1)
    if (!marks) this.#texts.set(place, [mark])
    else if (last?.change === mark.change) marks[marks.length - 1] = { ...last, to: mark.to }
    else marks.push(mark)
  }

  #markImage({ from }: MarkupElement, change: number): void {
    // An image may be written as `IMAGE`.
    const [name] = /^<[a-z]*/i.exec(this.#source.slice(from, from + longestName))!
    const at = from + name.length
    this.#edits.push({ from: at, to: at, insert: markedImage(this.#secret, this.#kind, change) })
  }

  #anchor(at: number, change: number): void {
    this.#edits.push({ from: at, to: at, insert: anchorTag(this.#secret, change) })
  }
}
