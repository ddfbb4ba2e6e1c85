import type { DraftPeople } from '#shared/contract/base/draft.ts'
import type { EditedDraft } from './edited-draft.svelte.ts'

type Step = { readonly before: DraftPeople; readonly after: DraftPeople }

const mostSteps = 200
/**
 * The maximum number of rows in all steps together: the steps share unchanged rows, but each holds its own array of all
 * rows.
 */
const mostListed = 2_000_000

/**
 * The undo history of the recipient table. Other parts of the view, such as the address field, also change the recipients:
 * the table detects such a change and records it as a separate step.
 */
export class PeopleHistory {
  #done: Step[] = []
  #undone: Step[] = []

  add(before: DraftPeople, after: DraftPeople): void {
    this.#meet(before)
    this.#done.push({ before, after })
    this.#undone = []
    let listed = this.#done.reduce((sum, { after: { rows } }) => sum + rows.length, 0)
    while (this.#done.length > 1 && (this.#done.length > mostSteps || listed > mostListed)) {
      listed -= this.#done.shift()!.after.rows.length
    }
  }

  /** Returns the state to restore, or null. `now` is the state on the screen. */
  undo(now: DraftPeople): DraftPeople | null {
    this.#meet(now)
    const step = this.#done.pop()
    if (!step) return null
    this.#undone.push(step)
    return step.before
  }

  redo(now: DraftPeople): DraftPeople | null {
    const step = this.#undone.at(-1)
    // Something else has changed in the meantime, so the undone step no longer applies.
    if (!step || step.before !== now) return null
    this.#undone.pop()
    this.#done.push(step)
    return step.after
  }

  #meet(now: DraftPeople): void {
    const last = this.#done.at(-1)
    if (!last || last.after === now || this.#undone.at(-1)?.before === now) return
    this.#done.push({ before: last.after, after: now })
    this.#undone = []
  }
}

const histories = new WeakMap<DraftPeople, PeopleHistory>()

/** The undo history belongs to the table that was read, and is kept while the user views another part of the draft. */
export function historyOf({ readPeople }: Pick<EditedDraft, 'readPeople'>): PeopleHistory {
  const known = histories.get(readPeople) ?? new PeopleHistory()
  histories.set(readPeople, known)
  return known
}
