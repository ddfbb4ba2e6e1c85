import type { SendBatch } from '#shared/contract/base/sends.ts'
import type { NumberFormat } from '#shared/domain/base/plural.ts'

/** "Recipients 501 to 1,000" */
export function batchName(
  formats: NumberFormat,
  { first, recipients }: Pick<SendBatch, 'first' | 'recipients'>,
): string {
  const from = formats.number(first + 1)
  return recipients === 1 ? `Recipient ${from}` : `Recipients ${from} to ${formats.number(first + recipients)}`
}
