import type { SendBatch } from '#shared/contract/base/sends.ts'
import type { NumberFormat } from '#shared/domain/base/plural.ts'

/** Names a batch by its recipients, for example “Recipients 501 to 1,000”. */
export function batchName(
  formats: NumberFormat,
  { first, recipients }: Pick<SendBatch, 'first' | 'recipients'>,
): string {
  const from = formats.number(first + 1)
  return recipients === 1 ? `Recipient ${from}` : `Recipients ${from} to ${formats.number(first + recipients)}`
}

type Refused = Pick<SendBatch, 'id' | 'first' | 'recipients' | 'problem'>

/**
 * Merges consecutive calls refused for the same reason into one line: often, all calls of a send are refused for the
 * same reason.
 */
export function refusedRuns(refused: readonly Refused[]): Refused[] {
  const runs: Refused[] = []
  for (const { id, first, recipients, problem } of refused.toSorted((one, other) => one.first - other.first)) {
    const last = runs.at(-1)
    const goesOn = last !== undefined && last.problem === problem && last.first + last.recipients === first
    if (goesOn) runs[runs.length - 1] = { ...last, recipients: last.recipients + recipients }
    else runs.push({ id, first, recipients, problem })
  }
  return runs
}
