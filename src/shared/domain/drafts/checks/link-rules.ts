import { isMailAddress } from '../../../text/mail-address.ts'
import { shortened } from '../../../text/shortened.ts'
import type { Finding, Severity } from './finding.ts'
import { Grouped } from './grouped.ts'
import { isPrivate } from '../../base/host-name.ts'
import { hostOf, isSampleHost, isSameSite, isWellFormedHost } from './values/hosts.ts'
import { attribute, rangeOf, type MailElement, type MailTree } from './mail-tree.ts'
import { isForeignPlaceholder, withoutPlaceholders } from './placeholder-rules.ts'

const shorteners = new Set(
  'bit.ly,tinyurl.com,goo.gl,t.co,ow.ly,is.gd,buff.ly,cutt.ly,rebrand.ly,rb.gy,t.ly,shorturl.at,lnkd.in,tiny.cc,bl.ink'.split(
    ',',
  ),
)
/** Matches names of files, which could be taken for domains. */
const fileName = /\.(?:pdf|docx?|xlsx?|pptx?|csv|txt|zip|png|jpe?g|gif|svg|js|ts|html?|json|xml|ics|mp[34])$/i
/** Misspelled schemes that were meant to be http or https. */
const mistypedWeb = /^h{0,2}t{1,3}p{1,2}s{0,2}$/
/** Link texts that have no meaning when read out on their own. */
const emptyWords = new Set(
  'click,click here,here,link,this link,read more,more,learn more,see more,go,hier,ici'.split(','),
)
const placeholderStart = /^\s{0,9}\{\{/

type Problem = { readonly rule: string; readonly severity: Severity; readonly text: string }

/**
 * Finds links that have no target, a target that readers can’t open, or a target that differs from the one in their
 * text. Links are judged by their form; nothing is fetched.
 */
export function linkFindings(tree: MailTree): Finding[] {
  const anchors = new Set(
    tree.elements.flatMap((element) => [attribute(element, 'id'), attribute(element, 'name')]).filter(Boolean),
  )
  const list = new Grouped('link')
  for (const element of tree.elements) {
    if (element.name !== 'a' && element.name !== 'area') continue
    for (const { rule, severity, text } of problemsOf(element, anchors)) {
      list.add(rule + text, severity, rangeOf(element, 'href'), text)
    }
  }
  return list.findings()
}

function problemsOf(element: MailElement, anchors: ReadonlySet<string | undefined>): Problem[] {
  const href = attribute(element, 'href')
  if (href === undefined) return []
  // Browsers remove line breaks and tabs before they read an address.
  const address = href.trim().replace(/[\t\r\n]/g, '')
  const said = element.text === '' ? (attribute(element, 'alt') ?? '') : element.text
  const label = said === '' ? 'A link' : `The link “${shortened(said)}”`
  // A variable’s value depends on the recipient. Another rule reports the variables of other services.
  if (placeholderStart.test(address) || isForeignPlaceholder(address)) return textProblems(element, label)
  const problem = addressProblem(address, label, anchors) ?? breakProblem(href, label)
  return [...(problem ? [problem] : hostProblems(address, said, label)), ...textProblems(element, label)]
}

function addressProblem(address: string, label: string, anchors: ReadonlySet<string | undefined>): Problem | null {
  const error = (rule: string, text: string): Problem => ({ rule, severity: 'error', text })
  if (address === '' || address === '#') return error('dead', `${label} has no target. Enter its address.`)
  if (address.startsWith('#')) return anchorProblem(address.slice(1), label, anchors)
  const scheme = /^([a-z][a-z0-9+.-]{0,30}):/i.exec(address)?.[1]?.toLowerCase()
  if (scheme === 'javascript' || scheme === 'data' || scheme === 'vbscript') {
    return error('script', `${label} runs a script, which mail programs remove. Enter a web address.`)
  }
  if (scheme === 'file') return error('file', `${label} opens a file on this computer. Readers can’t open it.`)
  if (scheme === 'mailto') return mailProblem(address, label)
  if (scheme === undefined) {
    return error('relative', `${label} has an incomplete address: ${shortened(address)}. Begin it with https://.`)
  }
  if (scheme === 'http' || scheme === 'https') return webProblem(address, scheme, label)
  if (mistypedWeb.test(scheme)) {
    return error('scheme', `${label} begins with ${scheme}:, which no program recognizes. Begin it with https://.`)
  }
  if (address.length === scheme.length + 1) return error('dead', `${label} has no target. Enter its address.`)
  return null
}

function anchorProblem(name: string, label: string, anchors: ReadonlySet<string | undefined>): Problem | null {
  // `#top` always works, and the value of a variable is unknown.
  if (name === 'top' || name.includes('{{') || anchors.has(name) || anchors.has(decoded(name))) return null
  return {
    rule: 'anchor',
    severity: 'warning',
    text: `${label} goes to #${name}, which is not in the message. Give that id to an element.`,
  }
}

function webProblem(address: string, scheme: 'http' | 'https', label: string): Problem | null {
  const error = (rule: string, text: string): Problem => ({ rule, severity: 'error', text })
  const host = hostOf(address)
  if (host === '') return error('invalid', `${label} has no host in its address: ${shortened(address)}. Correct it.`)
  if (/^https?:\/\/https?(?::|\/\/)/i.test(address)) {
    return error('twice', `${label} begins with http:// twice: ${shortened(address)}. Remove one of them.`)
  }
  const isKnown = !host.includes('{{')
  if (isKnown && !isWellFormedHost(host)) {
    return error('invalid', `${label} goes to ${shortened(host)}, which isn’t a valid host name. Correct it.`)
  }
  if (isKnown && isPrivate(host)) {
    return error('private', `${label} goes to ${shortened(host)}, which readers can’t reach. Enter a public address.`)
  }
  if (isSampleHost(host)) {
    return {
      rule: 'sample',
      severity: 'warning',
      text: `${label} goes to ${host}, which is only a placeholder. Enter the real address.`,
    }
  }
  if (/\s/.test(withoutPlaceholders(address))) {
    return { rule: 'space', severity: 'warning', text: `${label} has a space in its address. Write %20 instead.` }
  }
  if (scheme === 'https') return null
  return {
    rule: 'http',
    severity: 'warning',
    text: `${label} is not encrypted (http). Use https if the site supports it.`,
  }
}

function breakProblem(href: string, label: string): Problem | null {
  if (!/[\t\r\n]/.test(withoutPlaceholders(href.trim()))) return null
  return { rule: 'break', severity: 'warning', text: `${label} has a line break in its address. Write it on one line.` }
}

function mailProblem(address: string, label: string): Problem | null {
  const error = (text: string): Problem => ({ rule: 'mailto', severity: 'error', text })
  const [to = '', fields] = address.slice('mailto:'.length).split('?')
  // A mailto link without an address lets the reader choose one, as links for sharing do.
  if (to.trim() === '') return fields ? null : error(`${label} has no recipient. Enter an email address after mailto:.`)
  const wrong = to.split(',').find((each) => !each.includes('{{') && !isMailAddress(decoded(each).trim()))
  if (wrong === undefined) return null
  if (wrong.includes(';')) return error(`${label} separates its addresses with a semicolon. Use a comma instead.`)
  return error(`${label} goes to ${shortened(wrong)}, which is not an email address. Correct it.`)
}

function hostProblems(address: string, said: string, label: string): Problem[] {
  const host = hostOf(address)
  const problems: Problem[] = []
  if (shorteners.has(host.replace(/^www\./, ''))) {
    const text = `${label} uses the link shortener ${host}. Spam filters distrust shortened links, so use the original address.`
    problems.push({ rule: 'short', severity: 'warning', text })
  }
  const [, scheme = '', named] =
    /^(https?:\/\/)?((?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24})(?:[/:?#]\S{0,2000})?$/iu.exec(said) ?? []
  if (named === undefined || host === '' || host.includes('{{')) return problems
  if (scheme === '' && fileName.test(named)) return problems
  if (!isSameSite(host, named)) {
    const text = `A link’s text says ${shortened(named)}, but the link goes to ${host}. Spam filters treat this as deceptive, so use the same domain in both.`
    problems.push({ rule: 'other-host', severity: 'warning', text })
  }
  return problems
}

function textProblems(element: MailElement, label: string): Problem[] {
  if (element.name === 'area') {
    return attribute(element, 'alt') === undefined
      ? [
          {
            rule: 'area-alt',
            severity: 'warning',
            text: 'An area of an image map has no alternative text. Add an alt attribute.',
          },
        ]
      : []
  }
  const isNamed = ['aria-label', 'aria-labelledby', 'title'].some((name) => (attribute(element, name) ?? '') !== '')
  if (isNamed) return []
  if (element.text === '') {
    const text =
      'A link has neither text nor an image with alternative text, so screen readers read out its address. Add one of them.'
    return [{ rule: 'no-text', severity: 'warning', text }]
  }
  const said = element.text
    .toLowerCase()
    .replace(/[.!…→»›>]/g, '')
    .trim()
  if (said !== '' && !emptyWords.has(said)) return []
  return [{ rule: 'vague', severity: 'hint', text: `${label} doesn’t say where it goes. Describe the target instead.` }]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
