import type { Choice, DraftContent, DraftOptions, MetaRow } from '#shared/contract/base/draft.ts'
import {
  findHeaderProblem,
  findMetaProblem,
  findUnsubscribeProblem,
  type MetaProblem,
  type UnsubscribeProblem,
} from '#shared/domain/drafts/option-problems.ts'

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

const unsubscribeTexts: Readonly<Record<UnsubscribeProblem, string>> = {
  missing: 'One click needs an https address.',
  mailto: 'Enter an email address after mailto:, like mailto:leave@example.com.',
  http: 'Mail programs only follow https. Change http to https.',
  scheme: 'Enter an address that begins with https:// or mailto: and has no blanks.',
  'one-click': 'One-click unsubscribe works only with an https address, not with mailto.',
}

const metaTexts: Readonly<Record<MetaProblem, string>> = {
  nameless: 'Give the value a name.',
  own: 'Mailroom uses this name itself, to find what it sent.',
  number: 'Enter a number, such as 12.5.',
  inexact: 'This has more digits than a number keeps. Make it a text.',
}

/** The problem with the address of the List-Unsubscribe line; undefined when it is usable or empty. */
export function unsubscribeProblem(options: Pick<DraftOptions, 'unsubscribe' | 'oneClick'>): string | undefined {
  const problem = findUnsubscribeProblem(options)
  return problem && unsubscribeTexts[problem]
}

/** The problem with a header line; undefined when it can be sent. */
export function headerProblem(row: DraftContent['headers'][number], optionPrefix: string): string | undefined {
  switch (findHeaderProblem(row, optionPrefix)) {
    case 'nameless':
      return 'Give the line a name.'
    case 'name':
      return 'A header name has letters, digits and dashes, like X-Campaign.'
    case 'own':
      return `The service writes ${row.name.trim()} itself. Use its own field.`
    case 'option':
      return `Names that begin with ${optionPrefix} are options of the service. Use the fields above.`
    case 'lines':
      return 'Write the value on one line.'
    case undefined:
      return undefined
  }
}

/** The problem with a value of the metadata; undefined when it can be sent. */
export function metaProblem(row: MetaRow): string | undefined {
  const problem = findMetaProblem(row)
  return problem && metaTexts[problem]
}

export const metaTypes = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
] as const
