import type { DraftContent } from '#shared/contract/base/draft.ts'
import { placeholders } from '#shared/domain/drafts/substitution.ts'
import { partNames, variableUses, type PartName, type VariableUse } from './variable-uses.ts'

type Texts = Pick<DraftContent, 'subject' | 'preheader' | 'html' | 'text' | 'textMode'>

/** The pause in milliseconds, long enough that parsing never delays typing. */
const pause = 250

/**
 * The variables of a message, in order of first use. A text is parsed only if it has changed, and only after a pause,
 * because the HTML may be a megabyte long and changes with every key press.
 */
export class DraftVariables {
  names = $state.raw<readonly string[]>([])
  /** The same names, each with the message parts that use it. */
  uses = $state.raw<readonly VariableUse[]>([])
  readonly #texts: () => Texts
  readonly #read: Partial<Record<PartName, { readonly text: string; readonly names: readonly string[] }>> = {}
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(texts: () => Texts) {
    this.#texts = texts
    this.settle()
  }

  /** The same names: those of the subject, which a recipient may replace, and those of all other parts. */
  get divided(): { readonly subject: readonly string[]; readonly others: readonly string[] } {
    const within = (isWanted: (part: PartName) => boolean) =>
      this.uses.filter(({ parts }) => parts.some(isWanted)).map(({ name }) => name)
    return { subject: within((part) => part === 'subject'), others: within((part) => part !== 'subject') }
  }

  /** Called on each change of the message. */
  follow(change: Partial<Texts>): void {
    if (partNames.every((part) => change[part] === undefined) && change.textMode === undefined) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.settle(), pause)
  }

  /** Parses pending changes immediately, for a caller that needs the names now. */
  settle(): void {
    clearTimeout(this.#timer)
    const texts = this.#texts()
    const isSent = (part: PartName) => part !== 'text' || texts.textMode !== 'none'
    const inParts = partNames.map((part) => ({ part, names: this.#namesIn(part, isSent(part) ? texts[part] : '') }))
    const uses = variableUses(inParts)
    const names = uses.map(({ name }) => name)
    // Unchanged names keep the same array, so that typing does not update the recipient table.
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
