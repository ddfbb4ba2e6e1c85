import type { DraftPeople } from '#shared/contract/base/draft.ts'
import { findRows } from '#shared/domain/drafts/people/find-rows.ts'
import { inSlices } from '../../../lib/state/in-slices.ts'
import { visible } from '#shared/text/visible.ts'
import type { Option } from '../../../lib/ui/fields/option.ts'

const mostOffered = 50
const noScan = { flags: new Uint8Array(), firstOf: new Map<number, number>() }

/** Recipients to choose from, searched as the user types, because there may be a hundred thousand. */
export class RecipientSearch {
  /** If null, the first recipients are offered. */
  #found = $state.raw<readonly number[] | null>(null)
  #turn = 0

  async search(people: DraftPeople, typed: string): Promise<void> {
    const turn = ++this.#turn
    const work = findRows(people, noScan, { filter: 'all', text: typed })
    const found = await inSlices(work, () => turn !== this.#turn)
    if (turn === this.#turn) this.#found = found?.slice(0, mostOffered) ?? null
  }

  /** Always includes the selected row, because its label is needed. */
  options({ rows }: DraftPeople, chosen: number | null): (Option & { detail: string })[] {
    const first = () => Array.from({ length: Math.min(mostOffered, rows.length) }, (_none, row) => row)
    const offered = (this.#found ?? first()).filter((row) => row < rows.length)
    const isMissing = chosen !== null && chosen < rows.length && !offered.includes(chosen)
    return (isMissing ? [chosen, ...offered] : offered).map((row) => ({
      value: String(row),
      label: visible(rows[row]!.address) || 'No address',
      detail: visible(rows[row]!.name) || `Row ${row + 1}`,
    }))
  }
}
