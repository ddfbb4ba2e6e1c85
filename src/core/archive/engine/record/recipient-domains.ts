import { recipientDomain } from '#shared/domain/messages/record.ts'
import { ByteTable } from '../../../base/packs/byte-table.ts'
import { exactText, textEnd, textKinds, textStart, type RecordSet } from '../../../base/packs/record-set.ts'

const atSign = 64

/** The code of the recipient’s domain for each position in a set, and the names by code. */
export type DomainCodes = { codes: Uint32Array; names: readonly string[] }

/** The distinct recipient domains in a set, as `recipientDomain` returns them, but usually without creating strings. */
export class RecipientDomains implements DomainCodes {
  readonly #table = new ByteTable(1 << 12)
  codes = new Uint32Array(0)
  names: readonly string[] = []

  read(set: RecordSet): this {
    this.#table.clear()
    if (this.codes.length < set.size) this.codes = new Uint32Array(set.row.length)
    for (let at = 0; at < set.size; at++) this.codes[at] = this.#code(set, at)
    this.names = Array.from({ length: this.#table.size }, (_, domain) => this.#table.textOf(domain))
    return this
  }

  #code(set: RecordSet, at: number): number {
    const { texts } = set
    const begin = textStart(set, at, textKinds.email)
    const end = textEnd(set, at, textKinds.email)
    let start = end
    while (start > begin && texts[start - 1] !== atSign) start--
    this.#table.open((end - start) * 3)
    // Outside ASCII, a lower-case letter may be longer than its upper-case form, so such addresses are added as text.
    if (!this.#table.lower(texts, start, end)) this.#addText(recipientDomain(exactText(set, at, 'email')))
    return this.#table.close()
  }

  #addText(name: string): void {
    this.#table.open(name.length * 3)
    this.#table.text(name)
  }
}
