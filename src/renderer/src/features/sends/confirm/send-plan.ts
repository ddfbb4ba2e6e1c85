import type { DraftContent, DraftOptions, DraftPeople } from '#shared/contract/base/draft.ts'
import { batchesOf } from '#shared/domain/drafts/batches.ts'
import { weightOf, type Weight } from '#shared/domain/drafts/mail-weight.ts'
import { analyticsChoice, analyticsLines, deliveryChoices, deliveryLines, trackingChoices } from '../../editor/index.ts'

type SendPlan = {
  readonly recipients: number
  /** The number of requests to the service. */
  readonly calls: number
  /** The number of files that every recipient gets, including inline images. */
  readonly files: number
  readonly weight: Weight
  /** The number of recipients with their own files. */
  readonly withOwnFiles: number
  /** Options that differ from a plain message, one per line. */
  readonly options: readonly string[]
}

/** Returns the contents of a send if the draft were sent now. */
export function sendPlan(content: DraftContent, { rows }: DraftPeople): SendPlan {
  const shared = content.parts.filter(({ kind }) => kind !== 'row')
  return {
    recipients: rows.length,
    calls: batchesOf(rows).length,
    files: shared.length,
    weight: weightOf(content),
    withOwnFiles: rows.filter(({ parts }) => parts.length > 0).length,
    options: [...optionLines(content.options), ...otherLines(content)],
  }
}

const choices = [...trackingChoices, analyticsChoice, ...deliveryChoices]
const lines = [...analyticsLines, ...deliveryLines]

function optionLines(options: DraftOptions): string[] {
  const chosen = choices.filter(({ name }) => options[name] !== 'default')
  const entered = lines.filter(({ name }) => options[name].trim() !== '')
  const unsubscribe = options.unsubscribe.trim()
  const unsubscribeText = options.oneClick ? `Unsubscribe: ${unsubscribe}, one-click` : `Unsubscribe: ${unsubscribe}`
  return [
    ...chosen.map(({ name, label }) => `${label}: ${options[name]}`),
    ...entered.map(({ name, label }) => `${label}: ${options[name].trim()}`),
    ...(unsubscribe === '' ? [] : [unsubscribeText]),
  ]
}

function otherLines({ tags, meta, headers, apiKey, textMode }: DraftContent): string[] {
  const named = (rows: readonly { readonly name: string }[]) =>
    rows
      .map(({ name }) => name.trim())
      .filter((name) => name !== '')
      .join(', ')
  return [
    ...(tags.length > 0 ? [`Tags: ${tags.join(', ')}`] : []),
    ...(named(meta) === '' ? [] : [`Metadata: ${named(meta)}`]),
    ...(named(headers) === '' ? [] : [`Headers: ${named(headers)}`]),
    ...(apiKey === '' ? [] : ['With a key other than the account’s own']),
    ...(textMode === 'none' ? ['Without a text part'] : []),
  ]
}
