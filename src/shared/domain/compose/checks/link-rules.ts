import { isMailAddress } from '../../../text/mail-address.ts'
import { shortened } from '../../../text/shortened.ts'
import { htmlFinding, type Finding, type Range, type Severity } from './finding.ts'
import { attribute, rangeOf, type MailElement, type MailTree } from './mail-tree.ts'

const shorteners = new Set(
  'bit.ly,tinyurl.com,goo.gl,t.co,ow.ly,is.gd,buff.ly,cutt.ly,rebrand.ly,rb.gy,t.ly,shorturl.at,lnkd.in,tiny.cc,bl.ink'.split(
    ',',
  ),
)
/** Link texts that say nothing when they are read out alone. */
const emptyWords = new Set(
  'click,click here,here,link,this link,read more,more,learn more,see more,go,hier,ici'.split(','),
)
const placeholderStart = /^\s{0,9}\{\{/

type Problem = { readonly rule: string; readonly severity: Severity; readonly text: string }

/** Links that lead nowhere, somewhere else than they say, or where no reader can go. */
export function linkFindings(tree: MailTree): Finding[] {
  const anchors = new Set(
    tree.elements.flatMap((element) => [attribute(element, 'id'), attribute(element, 'name')]).filter(Boolean),
  )
  const found = new Map<string, Problem & { readonly ranges: Range[] }>()
  for (const element of tree.elements) {
    if (element.name !== 'a' && element.name !== 'area') continue
    for (const problem of problemsOf(element, anchors)) {
      const known = found.get(problem.rule + problem.text)
      const range = rangeOf(element, 'href')
      if (known) known.ranges.push(range)
      else found.set(problem.rule + problem.text, { ...problem, ranges: [range] })
    }
  }
  return [...found].map(([id, { severity, text, ranges }]) => htmlFinding(`link-${id}`, severity, ranges, text))
}

function problemsOf(element: MailElement, anchors: ReadonlySet<string | undefined>): Problem[] {
  const href = attribute(element, 'href')
  if (href === undefined) return []
  const address = href.trim()
  const said = element.text === '' ? (attribute(element, 'alt') ?? '') : element.text
  const label = said === '' ? 'A link' : `The link “${shortened(said)}”`
  // What a variable brings is known only for each recipient.
  if (placeholderStart.test(address)) return textProblems(element, label)
  const problem = addressProblem(address, label, anchors)
  return [...(problem ? [problem] : hostProblems(address, said, label)), ...textProblems(element, label)]
}

function addressProblem(address: string, label: string, anchors: ReadonlySet<string | undefined>): Problem | null {
  const error = (rule: string, text: string): Problem => ({ rule, severity: 'error', text })
  if (address === '' || address === '#') return error('dead', `${label} leads nowhere. Enter its address.`)
  if (address.startsWith('#')) {
    const name = address.slice(1)
    return anchors.has(name)
      ? null
      : { rule: 'anchor', severity: 'warning', text: `${label} leads to #${name}, which is not in the message.` }
  }
  const scheme = /^([a-z][a-z0-9+.-]{0,30}):/i.exec(address)?.[1]?.toLowerCase()
  if (scheme === 'javascript' || scheme === 'data' || scheme === 'vbscript') {
    return error('script', `${label} runs a script, which mail programs remove. Enter a web address.`)
  }
  if (scheme === 'file') return error('file', `${label} leads to a file of this computer. Readers can’t open it.`)
  if (scheme === 'mailto') return mailProblem(address, label)
  if (scheme === undefined) {
    return error('relative', `${label} has no complete address: ${shortened(address)}. Begin it with https://.`)
  }
  if (scheme !== 'http' && scheme !== 'https') return null
  const host = hostOf(address)
  if (host === '') return error('invalid', `${label} has an address without a host: ${shortened(address)}.`)
  if (/\s/.test(address)) {
    return { rule: 'space', severity: 'warning', text: `${label} has a blank in its address. Write %20 instead.` }
  }
  if (isPrivate(host)) return error('private', `${label} leads to ${host}, which readers can’t reach.`)
  if (scheme === 'https') return null
  return { rule: 'http', severity: 'warning', text: `${label} is not encrypted (http). Use https if the site has it.` }
}

function mailProblem(address: string, label: string): Problem | null {
  const [to = ''] = address.slice('mailto:'.length).split('?')
  const wrong = to.split(',').find((each) => !each.includes('{{') && !isMailAddress(decoded(each).trim()))
  if (to === '' || wrong === undefined) return null
  return {
    rule: 'mailto',
    severity: 'error',
    text: `${label} writes to ${shortened(wrong)}, which is no email address.`,
  }
}

function hostProblems(address: string, said: string, label: string): Problem[] {
  const host = hostOf(address)
  const problems: Problem[] = []
  if (shorteners.has(host.replace(/^www\./, ''))) {
    const text = `${label} is shortened by ${host}. Filters distrust shortened links: use the address itself.`
    problems.push({ rule: 'short', severity: 'warning', text })
  }
  const named = /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24})(?:[/:?#]\S{0,2000})?$/iu.exec(said)?.[1]
  if (named !== undefined && host !== '' && !host.includes('{{') && !belongsTo(host, named.toLowerCase())) {
    const text = `The text of a link names ${shortened(named)}, but it leads to ${host}. Filters take this for a deception.`
    problems.push({ rule: 'other-host', severity: 'warning', text })
  }
  return problems
}

function textProblems(element: MailElement, label: string): Problem[] {
  if (element.name === 'area') {
    return attribute(element, 'alt') === undefined
      ? [{ rule: 'area-alt', severity: 'warning', text: 'An area of an image map has no alternative text.' }]
      : []
  }
  const said = element.text
    .toLowerCase()
    .replace(/[.!…→»>]/g, '')
    .trim()
  if (said === '' && attribute(element, 'aria-label') === undefined) {
    const text = 'A link has neither text nor an image with an alternative text. Screen readers read its address out.'
    return [{ rule: 'no-text', severity: 'warning', text }]
  }
  if (!emptyWords.has(said)) return []
  return [{ rule: 'vague', severity: 'hint', text: `${label} does not say where it leads. Name the target instead.` }]
}

/** In small letters, without the port; empty if there is none. */
export function hostOf(address: string): string {
  const [, authority = ''] = /^(?:https?:)?\/\/([^/?#\\]{0,2000})/i.exec(address) ?? []
  return authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d{0,5}$/, '')
    .toLowerCase()
}

export function isPrivate(host: string): boolean {
  if (host === '[::1]' || host === '0.0.0.0') return true
  if (/^(?:localhost|.{1,250}\.(?:localhost|local|internal|test|invalid|lan))$/.test(host)) return true
  return /^(?:127|10)\.\d{1,3}\.\d{1,3}\.\d{1,3}$|^192\.168\.\d{1,3}\.\d{1,3}$|^172\.(?:1[6-9]|2\d|3[01])\.\d{1,3}\.\d{1,3}$/.test(
    host,
  )
}

function belongsTo(host: string, named: string): boolean {
  const [one, other] = [host.replace(/^www\./, ''), named.replace(/^www\./, '')]
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
