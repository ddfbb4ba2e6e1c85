import { untrack } from 'svelte'
import type { DraftPeople } from '#shared/contract/base/draft.ts'
import { nameVariable, namesToFill } from '#shared/domain/drafts/people/fill-names.ts'
import { folded, gridColumns, type GridColumn } from '#shared/domain/drafts/people/grid-columns.ts'
import { neededValues } from '#shared/domain/drafts/people/missing-values.ts'
import { holesIn, scanPeople, type NeededOf, type PeopleScan } from '#shared/domain/drafts/people/scan-people.ts'
import { distinctNames } from '#shared/domain/drafts/substitution.ts'
import { inSlices } from '../../../../lib/state/in-slices.ts'
import type { EditedDraft } from '../../../editor/index.ts'

/** The values that recipients need and may lack, and the table columns in which they are filled in. */
export class PeopleNeeds {
  /** The result of the last scan; undefined until the first scan has finished. Set by the table. */
  scan = $state.raw<PeopleScan>()
  /** Resolved after the first scan. */
  readonly scanned = Promise.withResolvers<void>()
  readonly #draft: EditedDraft
  readonly #columnNames = $derived.by(() => this.#people.columns.join('\n'))
  /** Variables that only recipients’ own subjects use are known once all rows have been scanned. */
  readonly #neededNames = $derived.by(() => (this.scan?.needed ?? []).join('\n'))
  readonly columns = $derived.by((): readonly GridColumn[] => {
    void [this.#columnNames, this.#neededNames]
    const { columns, needed } = untrack(() => ({ columns: this.#people.columns, needed: this.scan?.needed ?? [] }))
    return gridColumns(columns, distinctNames([...this.#draft.variables.names, ...needed.toSorted()]))
  })
  readonly needed = $derived.by((): NeededOf => {
    void this.#columnNames
    const columns = untrack(() => this.#people.columns)
    return neededValues(columns, this.#draft.variables.divided)
  })
  /**
   * The number of rows with a missing value for `{{name}}` that the recipient’s own name can fill. Zero if no recipient
   * needs that value.
   */
  readonly unfilledNames = $derived.by((): number => {
    const isOfName = (column: GridColumn) => 'name' in column && folded(column.name) === nameVariable
    const isNeeded = this.columns.some((column) => isOfName(column) && holesIn(column, this.scan) > 0)
    return isNeeded ? namesToFill(this.#people).length : 0
  })
  #turn = 0

  constructor(draft: EditedDraft) {
    this.#draft = draft
  }

  get #people(): DraftPeople {
    return this.#draft.people
  }

  /** Scans all rows. Resolves to undefined if another scan began or this one was stopped. */
  async look(): Promise<PeopleScan | undefined> {
    const turn = ++this.#turn
    return inSlices(scanPeople(this.#people, this.needed), () => turn !== this.#turn)
  }

  /** Ends the scan that is under way. */
  stopLooking(): void {
    this.#turn++
  }
}
