import type { DraftContent } from '../../../contract/base/draft.ts'
import { shortened } from '../../../text/shortened.ts'
import {
  findHeaderProblem,
  findMetaProblem,
  findUnsubscribeProblem,
  type MetaProblem,
  type UnsubscribeProblem,
} from '../option-problems.ts'
import { fieldFinding, type Finding, type Severity } from './finding.ts'

/** From this many recipients on, Gmail and Yahoo expect a way to unsubscribe. */
const many = 100
const link = /https?:\/\//i

export function optionFindings(content: DraftContent, recipients: number): Finding[] {
  const findings: Finding[] = []
  const say = (id: string, severity: Severity, text: string) =>
    findings.push(fieldFinding(`option-${id}`, severity, 'options', text))
  const { options, html, text, textMode } = content
  const hasHtml = html.trim() !== ''
  const hasText = textMode !== 'none' && text.trim() !== ''
  const hasTemplate = options.template !== ''

  if (options.trackOpens === 'on' && !hasHtml && !hasTemplate) {
    say(
      'opens',
      'warning',
      'Opens are tracked by an image in the HTML, but the message has no HTML. Add HTML, or turn off open tracking.',
    )
  }
  if (options.trackClicks === 'on' && !hasTemplate && !/<a\s/i.test(html)) {
    say('clicks', 'hint', 'Clicks are tracked, but the HTML has no links. Add a link, or turn off click tracking.')
  }
  if (
    options.trackTextClicks === 'on' &&
    !(hasText && link.test(text)) &&
    options.textVersion !== 'on' &&
    !hasTemplate
  ) {
    say(
      'text-clicks',
      'hint',
      'Clicks in the text part are tracked, but there are no links in it. Add a link, or turn off tracking in the text part.',
    )
  }
  if (options.trackTextClicks === 'on' && hasText && link.test(text)) {
    say(
      'text-links',
      'hint',
      'Tracked links in the text part are long and unreadable. Recipients who read plain text see them.',
    )
  }
  const hasUtm = [options.utmSource, options.utmMedium, options.utmContent, options.utmCampaign].some(
    (each) => each !== '',
  )
  if (hasUtm && options.analytics !== 'on') {
    say(
      'utm',
      'warning',
      'The campaign fields have no effect while analytics is off. Turn on analytics, or clear the fields.',
    )
  }
  if (options.analytics === 'on' && options.utmSource === '') {
    say(
      'utm-source',
      'hint',
      'Without a source, analytics counts the visits under the service’s own name. Enter a source.',
    )
  }
  if (hasTemplate && (hasHtml || hasText || content.subject !== '')) {
    const sentence = `The content of the template ${shortened(options.template)} replaces the subject, the HTML and the text written here. To send your own content, clear the template.`
    say('template', 'warning', sentence)
  }
  if (options.textVersion === 'on' && hasText) {
    say(
      'text-version',
      'hint',
      'The service is set to create a text part, but the message already has one. Turn off one of them.',
    )
  }
  findings.push(...unsubscribeFindings(content, recipients))
  return findings
}

const noHttps = {
  id: 'scheme',
  sentence: 'The unsubscribe address must begin with https:// or mailto: and contain no spaces.',
}
const unsubscribeErrors: Readonly<Record<UnsubscribeProblem, { readonly id: string; readonly sentence: string }>> = {
  missing: {
    id: 'none',
    sentence: 'One-click unsubscribe needs an https address. Enter one, or turn off one-click unsubscribe.',
  },
  mailto: {
    id: 'mailto',
    sentence: 'The unsubscribe address is not a valid email address. It should look like mailto:leave@example.com.',
  },
  http: noHttps,
  scheme: noHttps,
  'one-click': {
    id: 'one-click',
    sentence:
      'One-click unsubscribe needs an https address, not mailto. Change the address or turn off one-click unsubscribe.',
  },
}

function unsubscribeFindings({ options, html, text }: DraftContent, recipients: number): Finding[] {
  const say = (id: string, severity: Severity, sentence: string): Finding[] => [
    fieldFinding(`unsubscribe-${id}`, severity, 'options', sentence),
  ]
  const address = options.unsubscribe.trim()
  const isBulk = options.bulk === 'on' || recipients >= many
  const problem = findUnsubscribeProblem(options)
  if (problem !== undefined) {
    const { id, sentence } = unsubscribeErrors[problem]
    return say(id, 'error', sentence)
  }
  if (address === '') {
    if (!isBulk) return []
    const why = options.bulk === 'on' ? 'A bulk message' : `A message to ${recipients.toLocaleString('en')} people`
    return say(
      'missing',
      'warning',
      `${why} needs a way to unsubscribe. Enter an address for List-Unsubscribe, which Gmail and Yahoo require.`,
    )
  }
  if (!options.oneClick && isBulk && !/^mailto:/i.test(address)) {
    return say(
      'pair',
      'warning',
      'Gmail and Yahoo require one-click unsubscribe (List-Unsubscribe-Post) for bulk mail. Turn it on.',
    )
  }
  if (isBulk && !/unsubscrib|opt.?out|abmelden|abbestellen|désabonn|desinscri|cancelar/i.test(html + text)) {
    return say(
      'link',
      'hint',
      'The message itself has no unsubscribe link. Add one if this is advertising, because the law requires it.',
    )
  }
  return []
}

export function headerFindings({ headers, meta, tags }: DraftContent, prefix: string): Finding[] {
  const lines = headers.flatMap((row, index) => headerFinding(row, index, prefix) ?? [])
  return [...lines, ...metaFindings(meta), ...tagFindings(tags)]
}

function headerFinding(row: DraftContent['headers'][number], index: number, prefix: string): Finding | undefined {
  const shown = shortened(row.name.trim())
  const finding = (severity: Severity, sentence: string, id = `header-${index}`) =>
    fieldFinding(id, severity, 'options', sentence)
  switch (findHeaderProblem(row, prefix)) {
    case 'nameless':
      return finding('error', 'A header line has a value but no name. Enter a name.')
    case 'name':
      return finding(
        'error',
        `“${shown}” isn’t a valid header name. Use only characters that HTTP allows, such as letters, digits and hyphens.`,
      )
    case 'own':
      return finding(
        'warning',
        `The service writes ${shown} itself and ignores this line. Use the matching field instead.`,
      )
    case 'option':
      return serviceOption(row.name.trim().slice(prefix.length).toLowerCase(), shown, row.value, index)
    case 'lines':
      return finding('error', `The value of ${shown} has several lines. Write it on one line.`, `header-${index}-lines`)
    case undefined:
      return undefined
  }
}

function metaFindings(meta: DraftContent['meta']): Finding[] {
  const findings: Finding[] = []
  const say = (id: string, severity: Severity, sentence: string) =>
    findings.push(fieldFinding(id, severity, 'options', sentence))
  const names = meta.map(({ name }) => name.trim()).filter((name) => name !== '')
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    say(
      'meta-twice',
      'warning',
      `The metadata name ${shortened(twice)} is listed twice, and only the last value is sent. Remove one of them.`,
    )
  const first = (problem: MetaProblem) => meta.find((row) => findMetaProblem(row) === problem)
  if (first('nameless')) say('meta-name', 'error', 'A metadata value has no name. Enter one.')
  if (first('own'))
    say(
      'meta-own',
      'warning',
      'Mailroom uses the metadata name mailroom_send to find the messages it sent. Choose another name.',
    )
  const wrong = first('number')
  if (wrong)
    say(
      'meta-number',
      'error',
      `“${shortened(wrong.value)}” isn’t a number, but the type of the metadata ${shortened(wrong.name)} is Number. Enter a number, or change the type to Text.`,
    )
  const padded = meta.find(({ name }) => hasOuterBlanks(name))
  if (padded) say('meta-blanks', 'hint', `The metadata name “${padded.name}” is sent without the spaces around it.`)
  const inexact = first('inexact')
  if (inexact) {
    const sentence = `The metadata ${shortened(inexact.name)} would be sent as ${Number(inexact.value)}, because a number can’t store “${shortened(inexact.value)}” exactly. Change the type to Text.`
    say('meta-exact', 'error', sentence)
  }
  return findings
}

function tagFindings(tags: DraftContent['tags']): Finding[] {
  const findings: Finding[] = []
  const padded = tags.find(hasOuterBlanks)
  if (padded !== undefined) {
    const sentence = `The tag “${padded}” is sent without the spaces around it. Services can’t store them.`
    findings.push(fieldFinding('tag-blanks', 'hint', 'options', sentence))
  }
  if (new Set(tags.map((tag) => tag.trim().toLowerCase())).size < tags.length)
    findings.push(fieldFinding('tags', 'hint', 'options', 'A tag is listed twice. Remove one of them.'))
  return findings
}

/** Whether a text begins or ends with blanks, line breaks or a byte order mark, none of which would be sent. */
export function hasOuterBlanks(text: string): boolean {
  return text.trim() !== '' && text !== text.trim()
}

/** A service option written as a header line bypasses its control and all of the control’s checks. */
function serviceOption(option: string, shown: string, value: string, index: number): Finding {
  if (option === 'tracking' && hasTextInHtml(value)) {
    const text = `${shown} has text inside html, where the service ignores it. Text belongs next to html. Use the tracking controls instead.`
    return fieldFinding(`header-${index}`, 'error', 'options', text)
  }
  const text = `${shown} is a service option that has its own control. Remove the line and use the control.`
  return fieldFinding(`header-${index}`, 'warning', 'options', text)
}

function hasTextInHtml(value: string): boolean {
  try {
    const tracking = JSON.parse(value) as { html?: { text?: unknown } } | null
    return tracking?.html?.text !== undefined
  } catch {
    return false
  }
}
