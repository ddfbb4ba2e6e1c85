import type { Choice, DraftContent, MetaRow } from '#shared/contract/base/draft.ts'
import { emptyRecord } from '#shared/domain/drafts/person-values.ts'
import type { AnalyticsOptions, SendOptions, TrackingOptions } from '#shared/domain/service/requests.ts'

/** A draft’s options, which are the same for every recipient. Options left to the account are absent. */
export function sendOptions({ options, tags, meta }: DraftContent): SendOptions {
  const given = tags.map((tag) => tag.trim()).filter((tag) => tag !== '')
  const written: { [Name in keyof SendOptions]: SendOptions[Name] | undefined } = {
    domain: textOf(options.domain),
    tracking: trackingOf(options),
    analytics: analyticsOf(options),
    bulk: flagOf(options.bulk),
    ipPool: textOf(options.ipPool),
    textVersion: flagOf(options.textVersion),
    blacklist: textOf(options.blacklist),
    template: textOf(options.template),
    tags: given.length === 0 ? undefined : [...new Set(given)],
    meta: meta.length === 0 ? undefined : metaOf(meta),
  }
  return onlyGiven(written)
}

/** The metadata by name. A value of type number that isn’t a number is sent as text. */
export function metaOf(rows: readonly MetaRow[]): Record<string, string | number> {
  const meta = emptyRecord<string | number>()
  for (const { name, type, value } of rows) {
    if (name.trim() === '') continue
    const number = Number(value)
    const isNumber = type === 'number' && value.trim() !== '' && Number.isFinite(number)
    meta[name.trim()] = isNumber ? number : value
  }
  return meta
}

/** A draft’s header lines. Unsubscribing needs one line, or a pair of lines for one-click unsubscription. */
export function headerLines({ headers, options }: DraftContent): Record<string, string> {
  const lines = new Map<string, readonly [string, string]>()
  const set = (name: string, value: string) => lines.set(name.toLowerCase(), [name, value])
  for (const { name, value } of headers) if (name.trim() !== '') set(name.trim(), value)
  const unsubscribe = options.unsubscribe.trim()
  if (unsubscribe !== '') {
    set('List-Unsubscribe', `<${unsubscribe}>`)
    if (options.oneClick) set('List-Unsubscribe-Post', 'List-Unsubscribe=One-Click')
  }
  return Object.fromEntries(lines.values())
}

function trackingOf({
  trackOpens,
  trackClicks,
  trackTextClicks,
}: DraftContent['options']): TrackingOptions | undefined {
  const html = onlyGiven({ open: flagOf(trackOpens), click: flagOf(trackClicks) })
  const text = onlyGiven({ click: flagOf(trackTextClicks) })
  const parts = { ...(hasFields(html) && { html }), ...(hasFields(text) && { text }) }
  return hasFields(parts) ? parts : undefined
}

function analyticsOf(options: DraftContent['options']): AnalyticsOptions | undefined {
  if (options.analytics === 'default') return undefined
  if (options.analytics === 'off') return { enable: false }
  const { utmSource, utmMedium, utmContent, utmCampaign } = options
  const parameters = onlyGiven({
    source: textOf(utmSource),
    medium: textOf(utmMedium),
    content: textOf(utmContent),
    campaign: textOf(utmCampaign),
  })
  return { enable: true, ...parameters }
}

function flagOf(choice: Choice): boolean | undefined {
  return choice === 'default' ? undefined : choice === 'on'
}

function textOf(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim()
}

function hasFields(value: object): boolean {
  return Object.keys(value).length > 0
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

function onlyGiven<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>
}
