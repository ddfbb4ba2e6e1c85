import {
  escapeHtml,
  placeholders,
  substitute,
  substitutedLength,
  substitutionValues,
} from '#shared/domain/compose/substitution.ts'
import { refuseNoLine, shown } from '../readers/fields.ts'
import type { JsonObject, SendContent } from '../store/index.ts'
import type { Tracked } from '../tracking/signer.ts'
import { addParameters, rewriteHtmlLinks, rewriteTextLinks } from './links.ts'
import type { SendOptions } from '../send/outgoing.ts'
import { textVersion } from './text-version.ts'

/** What `SendContent.headers` holds: the options that shape the message, without tags, meta and substitutions. */
export type RenderOptions = Pick<SendOptions, 'domain' | 'tracking' | 'analytics' | 'bulk' | 'textVersion' | 'lines'>

export type Links = {
  /** `http://127.0.0.1:PORT`, where the sandbox serves pixels, links and the unsubscribe page. */
  base: string
  /** The signed path of a tracked address. */
  path: (tracked: Tracked) => string
}

export type Rendered = {
  subject: string
  text: string
  html: string
  unsubscribeUrl: string
}

export type RenderInput = {
  id: string
  content: SendContent
  values: JsonObject | null
}

/** The message one recipient gets. The same input gives the same output, so that it is never stored. */
export function render({ id, content, values }: RenderInput, links: Links): Rendered {
  const options = renderOptions(content)
  const unsubscribeUrl = links.base + links.path({ action: 'unsubscribe', messageId: id, target: '' })
  const known = substitutionValues({ unsubscribe: unsubscribeUrl, ...values })
  const subject = renderSubject(content.subject, values)
  let html = substitute(content.html ?? '', known, 'html')
  let text = substitute(content.text ?? '', known, 'text')
  if (text === '' && html !== '' && options.textVersion) text = textVersion(html)
  if (options.bulk && !mentions(content, 'unsubscribe')) [text, html] = withFooter(text, html, unsubscribeUrl)
  const change = linkChange(id, options, links, unsubscribeUrl)
  if (html !== '') html = trackHtml(html, id, options, links, change)
  if (text !== '' && (options.tracking.textClick || options.analytics !== undefined)) {
    text = rewriteTextLinks(text, (link) => change(link, options.tracking.textClick))
  }
  return { subject, text, html, unsubscribeUrl }
}

/** A recipient's own `subject` value replaces the subject of the message; both may hold placeholders. */
export function renderSubject(subject: string, values: JsonObject | null): string {
  if (values === null) return subject
  // Messages of earlier versions may hold a value with a line break: it would be an injected header.
  return substitute(ownSubject(subject, values), substitutionValues(values), 'text').replace(/[\r\n\0]+/g, ' ')
}

function ownSubject(subject: string, { subject: own }: JsonObject): string {
  return typeof own === 'string' && own !== '' ? own : subject
}

/** What is right in a body, as a line break is, would be changed on its way where it goes into the subject. */
export function refuseBrokenSubject(subject: string, values: JsonObject, email: string): void {
  const asked = ownSubject(subject, values)
  if (!asked.includes('{{')) return
  const known = substitutionValues(values)
  for (const name of placeholders(asked)) {
    const value = known.get(name.toLowerCase())
    if (value !== undefined) refuseNoLine(value, `The value ${shown(name)} for ${email} goes into the subject and`)
  }
  refuseNoLine(substitute(asked, known, 'text'), `The subject for ${email}`)
}

/**
 * The size of a message as its limit counts it: what the caller wrote, files as base64, before the mail is encoded. What
 * the encoding adds depends on every letter, and to know it is the work of a send.
 */
export function contentBytes(
  { subject, text = '', html = '', images, attachments }: SendContent,
  values: JsonObject | null,
) {
  let bytes = 0
  for (const part of [...images, ...attachments]) bytes += Math.ceil(part.content.length / 3) * 4
  if (values === null) return bytes + Buffer.byteLength(text) + Buffer.byteLength(html)
  const known = substitutionValues(values)
  const written = substitutedLength(ownSubject(subject, values), known, 'text')
  return bytes + written + substitutedLength(text, known, 'text') + substitutedLength(html, known, 'html')
}

const untouched: RenderOptions = {
  tracking: { htmlOpen: true, htmlClick: true, textClick: false },
  bulk: false,
  textVersion: false,
  lines: [],
}

/** Messages of a scenario were never sent through a door and carry no options of this shape. */
export function renderOptions(content: SendContent): RenderOptions {
  return { ...untouched, ...(content.headers as Partial<RenderOptions>) }
}

function mentions({ text, html }: SendContent, wanted: string): boolean {
  return placeholders(text ?? '', html ?? '').some((name) => name.toLowerCase() === wanted)
}

type LinkChange = (link: string, tracked: boolean) => string

function linkChange(messageId: string, { analytics }: RenderOptions, links: Links, unsubscribeUrl: string): LinkChange {
  return (link, tracked) => {
    if (link === unsubscribeUrl) return link
    const target = analytics === undefined ? link : addParameters(link, analytics)
    return tracked ? links.base + links.path({ action: 'click', messageId, target }) : target
  }
}

function trackHtml(html: string, id: string, options: RenderOptions, links: Links, change: LinkChange): string {
  const { tracking, analytics } = options
  const changesLinks = tracking.htmlClick || analytics !== undefined
  const rewritten = changesLinks ? rewriteHtmlLinks(html, (link) => change(link, tracking.htmlClick)) : html
  if (!tracking.htmlOpen) return rewritten
  const source = links.base + links.path({ action: 'open', messageId: id, target: '' })
  return beforeEnd(rewritten, `<img src="${source}" width="1" height="1" alt="">`)
}

function withFooter(text: string, html: string, url: string): [string, string] {
  const line = text === '' ? '' : `${text}\n\nUnsubscribe: ${url}\n`
  return [line, html === '' ? '' : beforeEnd(html, `<p><a href="${escapeHtml(url)}">Unsubscribe</a></p>`)]
}

function beforeEnd(html: string, addition: string): string {
  const end = lastBodyEnd(html)
  return end < 0 ? html + addition : html.slice(0, end) + addition + html.slice(end)
}

/** Tag by tag: some letters change their length in lower case, and the place found would be another one. */
function lastBodyEnd(html: string): number {
  let at = html.lastIndexOf('</')
  while (at >= 0 && html.slice(at, at + 7).toLowerCase() !== '</body>')
    at = at === 0 ? -1 : html.lastIndexOf('</', at - 1)
  return at
}
