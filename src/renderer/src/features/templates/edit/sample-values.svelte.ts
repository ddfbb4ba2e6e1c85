import type { DraftPeople } from '#shared/contract/base/draft.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import type { EditedDraft } from '../../editor/index.ts'

type Samples = Readonly<Record<string, string>>

const mostRemembered = 300
const longestRemembered = 500

/**
 * The variable values that the preview and a test fill in. They form the draft’s only recipient, so that everything that
 * reads recipients uses them. The account remembers them by variable name, for its other templates.
 */
export class SampleValues {
  readonly #app: AppState
  readonly #draft: EditedDraft
  readonly #key: string

  constructor(app: AppState, draft: EditedDraft) {
    this.#app = app
    this.#draft = draft
    this.#key = `templateSamples:${draft.accountId}`
  }

  get #remembered(): Samples {
    return (this.#app.settings.viewState[this.#key] ?? {}) as Samples
  }

  /** Returns undefined if the variable has no value. */
  valueOf(name: string): string | undefined {
    const { columns, rows } = this.#draft.people
    const at = columns.findIndex((column) => isSame(column, name))
    return rows[0]?.values[at] ?? undefined
  }

  /** Fills in remembered values for variables that have no value yet. */
  fill(names: readonly string[]): void {
    const remembered = this.#remembered
    const added = names.flatMap((name) => {
      const key = name.toLowerCase()
      const value = Object.hasOwn(remembered, key) ? remembered[key] : undefined
      return value !== undefined && this.valueOf(name) === undefined ? [{ name, value }] : []
    })
    if (added.length === 0) return
    this.#draft.changePeople(
      added.reduce((people, { name, value }) => withValue(people, name, value), this.#draft.people),
    )
  }

  set(name: string, value: string): void {
    this.#draft.changePeople(withValue(this.#draft.people, name, value === '' ? null : value))
  }

  /** Remembers the variable’s value. Only the most recent values are kept. */
  remember(name: string): void {
    const key = name.toLowerCase()
    const value = this.valueOf(name)?.slice(0, longestRemembered)
    const others = Object.entries(this.#remembered).filter(([other]) => other !== key)
    const entries = value === undefined ? others : [...others, [key, value] as const]
    this.#app.change({ viewState: { [this.#key]: Object.fromEntries(entries.slice(-mostRemembered)) } })
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function withValue({ columns, rows }: DraftPeople, name: string, value: string | null): DraftPeople {
  const known = columns.findIndex((column) => isSame(column, name))
  const at = known === -1 ? columns.length : known
  const values = columns.map((_column, index) => rows[0]?.values[index] ?? null)
  values[at] = value
  return {
    columns: known === -1 ? [...columns, name] : columns,
    rows: [{ address: '', name: '', parts: [], values }],
  }
}
