import type { DraftContent } from '#shared/contract/base/draft.ts'
import { placeholders } from '#shared/domain/drafts/substitution.ts'
import { partNames, variableUses, type PartName, type VariableUse } from './variable-uses.ts'

type Texts = Pick<DraftContent, 'subject' | 'preheader' | 'html' | 'text' | 'textMode'>

/** Milliseconds. Long enough that the reading never delays typing. */
const pause = 250

/**
 * The variables that a message uses, in the order in which they are first written. A text is read again only when it has
 * changed, and after a pause: the HTML may be a megabyte long, and changes with every key.
 */
export class DraftVariables {
  names = $state.raw<readonly string[]>([])
  /** The same names, each with the parts that use it. */
  uses = $state.raw<readonly VariableUse[]>([])
  readonly #texts: () => Texts
  readonly #read: Partial<Record<PartName, { readonly text: string; readonly names: readonly string[] }>> = {}
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(texts: () => Texts) {
    this.#texts = texts
    this.settle()
  }

  /** Called with each change of the message. */
  follow(change: Partial<Texts>): void {
    if (partNames.every((part) => change[part] === undefined) && change.textMode === undefined) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.settle(), pause)
  }

  /** Reads the changes at once, for a caller that needs the names now. */
  settle(): void {
    clearTimeout(this.#timer)
    const texts = this.#texts()
    const isSent = (part: PartName) => part !== 'text' || texts.textMode !== 'none'
    const inParts = partNames.map((part) => ({ part, names: this.#namesIn(part, isSent(part) ? texts[part] : '') }))
    const uses = variableUses(inParts)
    const names = uses.map(({ name }) => name)
    // Unchanged names keep the same array, so that typing changes nothing in the table of recipients.
    if (names.join('\n') !== this.names.join('\n')) this.names = names
    if (JSON.stringify(uses) !== JSON.stringify(this.uses)) this.uses = uses
  }

  #namesIn(part: PartName, text: string): readonly string[] {
    const known = this.#read[part]
    const names = known?.text === text ? known.names : placeholders(text)
    this.#read[part] = { text, names }
    return names
  }
}
