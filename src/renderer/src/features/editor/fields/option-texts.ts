import type { Choice, DraftOptions } from '#shared/contract/base/draft.ts'

type Names = keyof DraftOptions
type ChoiceName = { [Name in Names]: DraftOptions[Name] extends Choice ? Name : never }[Names]
type TextName = { [Name in Names]: string extends DraftOptions[Name] ? Name : never }[Names]

type ChoiceText = { readonly name: ChoiceName; readonly label: string; readonly hint: string }
type LineText<Name extends TextName = TextName> = {
  readonly name: Name
  readonly label: string
  readonly hint: string
  readonly placeholder: string
}

export const trackingChoices: readonly ChoiceText[] = [
  {
    name: 'trackOpens',
    label: 'Track opens',
    hint: 'Adds an invisible image that lets the service count opens.',
  },
  {
    name: 'trackClicks',
    label: 'Track clicks',
    hint: 'Routes the links of the HTML through the service, which counts clicks.',
  },
  {
    name: 'trackTextClicks',
    label: 'Track clicks in the text part',
    hint: 'Also replaces the links of the text part. They become long, and readers see them.',
  },
]

export const analyticsChoice: ChoiceText = {
  name: 'analytics',
  label: 'Analytics',
  hint: 'Adds campaign names (utm_…) to the links, for the statistics of your website.',
}

export const analyticsLines: readonly LineText[] = [
  { name: 'utmSource', label: 'Source', hint: 'utm_source', placeholder: 'newsletter' },
  { name: 'utmMedium', label: 'Medium', hint: 'utm_medium', placeholder: 'email' },
  { name: 'utmCampaign', label: 'Campaign', hint: 'utm_campaign', placeholder: 'spring-sale' },
  { name: 'utmContent', label: 'Content', hint: 'utm_content', placeholder: 'header-link' },
]

export const deliveryChoices: readonly ChoiceText[] = [
  {
    name: 'bulk',
    label: 'Bulk mail',
    hint: 'Marks the message as bulk (Precedence: bulk), so that no out-of-office reply comes back.',
  },
  {
    name: 'textVersion',
    label: 'Text part made by the service',
    hint: 'The service makes a text part from the HTML if the message has none.',
  },
]

/** Each names something that the account has. */
export const deliveryLines: readonly LineText<'domain' | 'ipPool' | 'blacklist' | 'template'>[] = [
  {
    name: 'domain',
    label: 'Sending domain',
    hint: 'Signs with a domain of the account other than the sender’s.',
    placeholder: 'The sender’s',
  },
  {
    name: 'ipPool',
    label: 'IP pool',
    hint: 'Sends from the IP addresses of this pool, which must exist in the account.',
    placeholder: 'The account’s',
  },
  {
    name: 'blacklist',
    label: 'Custom blacklist',
    hint: 'Also skips recipients on the blacklist of this name.',
    placeholder: 'None',
  },
  {
    name: 'template',
    label: 'Template',
    hint: 'Its subject, HTML and text replace those written here. Parts that it leaves empty come from here.',
    placeholder: 'None',
  },
]

/** What is wrong with the address of the List-Unsubscribe line; undefined when it is usable or empty. */
export function unsubscribeProblem(address: string, oneClick: boolean): string | undefined {
  const text = address.trim()
  if (text === '') return oneClick ? 'One click needs an https address.' : undefined
  if (/^mailto:[^\s@]{1,500}@[^\s@]{1,500}$/i.test(text))
    return oneClick ? 'One click works with an https address only, not with mailto.' : undefined
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    return 'Enter an address that begins with https:// or mailto:.'
  if (/^http:/i.test(text)) return 'Mail programs only follow https. Change http to https.'
  return undefined
}

const reserved = new Set([
  'from',
  'to',
  'cc',
  'bcc',
  'subject',
  'reply-to',
  'date',
  'message-id',
  'sender',
  'return-path',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
])

/** What is wrong with the name of a header line; undefined when it can be sent. */
export function headerProblem(name: string, optionPrefix: string): string | undefined {
  const text = name.trim()
  if (text === '') return undefined
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text))
    return 'A header name has letters, digits and dashes, like X-Campaign.'
  if (reserved.has(text.toLowerCase())) return `${text} is written by the message itself. Use its own field.`
  if (optionPrefix !== '' && text.toLowerCase().startsWith(optionPrefix.toLowerCase()))
    return `Names that begin with ${optionPrefix} are options of the service. Use the fields above.`
  return undefined
}

/** What is wrong with a value of the metadata; undefined when it can be sent. */
export function metaProblem({ name, type, value }: { name: string; type: string; value: string }): string | undefined {
  if (name.trim() === '') return value.trim() === '' ? undefined : 'Give the value a name.'
  if (name.trim().toLowerCase() === 'mailroom_send') return 'Mailroom uses this name itself, to find what it sent.'
  if (type === 'number' && (value.trim() === '' || !Number.isFinite(Number(value))))
    return 'Enter a number, such as 12.5.'
  return undefined
}

export const metaTypes = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
] as const
