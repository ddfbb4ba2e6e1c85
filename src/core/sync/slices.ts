import type { Period } from '#shared/domain/archive/horizon.ts'

const minute = 60
const day = 86_400

/** Cuts a period into slices, newest first, whose length follows how much the last ones held. */
export class Slices {
  readonly #wanted: number
  readonly #from: number
  #next: number
  #length: number

  constructor({ from, to }: Period, wantedRecords: number, firstLength = day) {
    this.#wanted = wantedRecords
    this.#from = from
    this.#next = to
    this.#length = firstLength
  }

  /** Null when the period is used up. */
  next(): Period | null {
    if (this.#next < this.#from) return null
    return { from: Math.max(this.#from, this.#next - this.#length + 1), to: this.#next }
  }

  done(slice: Period, records: number): void {
    this.#next = slice.from - 1
    const fitting = (slice.to - slice.from + 1) * (this.#wanted / Math.max(records, 1))
    this.#length = Math.round(Math.min(Math.max(fitting, minute), this.#length * 4, 90 * day))
  }

  /** The slice failed: the next is shorter. False when it cannot be much shorter. */
  shorten(slice: Period): boolean {
    const length = slice.to - slice.from + 1
    if (length <= minute) return false
    this.#length = Math.max(minute, Math.floor(length / 4))
    return true
  }

  /** Leaves a slice out, to be tried another time. */
  skip(slice: Period): void {
    this.#next = slice.from - 1
  }

  /** The length of a slice now: what the next run may begin with. */
  get length(): number {
    return this.#length
  }
}
