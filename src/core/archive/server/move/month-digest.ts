import { createHash } from 'node:crypto'
import type { Message } from '#shared/domain/messages/record.ts'
import { recordFields } from '../../engine/record/merge-records.ts'
import { monthOf, type Month } from '../record/months.ts'

/** The number of records in a month, and a digest of their rows and contents, for comparing two archives. */
export type MonthSum = { readonly records: number; readonly digest: string }

export class MonthDigest {
  readonly #hash = createHash('sha256')
  #records = 0

  /** Records must be added in row order. */
  add(row: number, message: Message): void {
    // Distinguishes a field that hasn’t been read yet from an empty one.
    const known = [message.meta !== undefined, message.reason !== undefined]
    this.#hash.update(JSON.stringify([row, known, ...recordFields.map((name) => message[name])]))
    this.#records++
  }

  sum(): MonthSum {
    return { records: this.#records, digest: this.#hash.digest('hex') }
  }
}

/** Computes the digest of each month. Records must be added in row order. */
export class MonthDigests {
  readonly #sums = new Map<string, MonthSum>()
  #month: Month | null = null
  #digest = new MonthDigest()

  add(row: number, message: Message): void {
    if (this.#month === null || row >= this.#month.stop) {
      this.#end()
      this.#month = monthOf(row)
    }
    this.#digest.add(row, message)
  }

  sums(): ReadonlyMap<string, MonthSum> {
    this.#end()
    return this.#sums
  }

  #end(): void {
    if (this.#month) this.#sums.set(this.#month.name, this.#digest.sum())
    this.#month = null
    this.#digest = new MonthDigest()
  }
}

export function isSameSum(one: MonthSum | undefined, other: MonthSum | undefined): boolean {
  return one !== undefined && other !== undefined && one.records === other.records && one.digest === other.digest
}
