import { fold } from '#shared/domain/query/fold.ts'
import { editDistance } from '#shared/text/edit-distance.ts'

const shortWord = 4
const mostReturned = 3

type Candidate = { readonly word: string; readonly apart: number; messages: number }

/** Collects likely corrections of a misspelled word. The first letter is assumed to be correct. */
export class NearWords {
  readonly firstLetter: string
  readonly #wanted: string
  readonly #most: number
  readonly #found = new Map<string, Candidate>()
  /** Whether a word begins with the given word, which is then not misspelled. */
  isKnown = false

  constructor(word: string) {
    this.#wanted = fold(word)
    this.firstLetter = [...this.#wanted][0] ?? ''
    this.#most = this.#wanted.length <= shortWord ? 1 : 2
  }

  /** Adds a word if it is near enough to the wanted one. `messages` is called only for such words. */
  add(word: string, messages: () => number): void {
    if (word.startsWith(this.#wanted)) this.isKnown = true
    const apart = editDistance(this.#wanted, word, this.#most)
    if (apart > this.#most) return
    const candidate = this.#found.get(word) ?? { word, apart, messages: 0 }
    candidate.messages += messages()
    this.#found.set(word, candidate)
  }

  /** Returns the collected words, nearest first. */
  nearest(): string[] {
    if (this.isKnown) return []
    return [...this.#found.values()]
      .sort((a, b) => a.apart - b.apart || b.messages - a.messages || (a.word < b.word ? -1 : 1))
      .slice(0, mostReturned)
      .map(({ word }) => word)
  }
}
