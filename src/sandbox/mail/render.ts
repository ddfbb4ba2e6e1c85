import {
  hasPlaceholder,
  placeholders,
  substitute,
  substitutedSize,
  substitutionValues,
} from '#shared/domain/drafts/substitution.ts'
import { requireLine, shown } from '../readers/fields.ts'
import type { JsonObject, SendContent } from '../store/index.ts'
import type { Tracked } from '../tracking/signer.ts'
import { changedBodies, type Body } from './bodies.ts'
import { addParameters, isMailLink, type LinkRewrite } from './links.ts'
import { unsubscribeNow } from './unsubscribe.ts'
import type { SendOptions } from '../send/outgoing.ts'

/**
 * The options that shape a message, as stored in `SendContent.headers`. Tags, metadata and substitutions are stored
 * elsewhere.
 */
export type RenderOptions = Pick<
  SendOptions,
  'domain' | 'tracking' | 'analytics' | 'bulk' | 'textVersion' | 'lines'
> & {
  /** Where the message’s own unsubscribe link leads, if it has one: the address of a page, or a mailto link. */
  unsubscribeTo?: string
  /** Only delivery reports contain this id; the message itself doesn’t. */
  envelopeId?: string
}

export type Links = {
  /** `http://127.0.0.1:PORT`: the sandbox itself serves the pixels, links and unsubscribe pages. */
  base: string
  /** A tracked address’s signed path. */
  path: (tracked: Tracked) => string
}

export type Rendered = {
  subject: string
  text: Body
  html: Body
  unsubscribeUrl: string
}

export type RenderInput = {
  id: string
  content: SendContent
  values: JsonObject | null
}

/** Renders the message for one recipient. The same input gives the same output, so the result is never stored. */
export function render({ id, content, values }: RenderInput, links: Links): Rendered {
  const options = renderOptions(content)
  const { tracking, unsubscribeTo } = options
  const unsubscribe = (target: string): string =>
    links.base + links.path({ action: 'unsubscribe', messageId: id, target })
  const unsubscribeUrl = unsubscribe('')
  const ownUrl = unsubscribeTo === undefined ? undefined : unsubscribe(unsubscribeTo)
  const known = substitutionValues({ unsubscribe: unsubscribeUrl, ...values, [unsubscribeNow]: ownUrl })
  const html = substitute(content.html ?? '', known, 'html')
  const text = substitute(content.text ?? '', known, 'text')
  const hasOwn = (name: string): boolean => hasPlaceholder(name, content.text ?? '', content.html ?? '')
  const needsFooter = options.bulk && !hasOwn('unsubscribe') && !hasOwn(unsubscribeNow)
  const needsPixel = tracking.htmlOpen && html !== ''
  const change = linkChange(id, options, links, [unsubscribeUrl, ownUrl])
  const bodies = changedBodies(text, html, {
    hasTextVersion: options.textVersion,
    unsubscribeUrl: needsFooter ? unsubscribeUrl : undefined,
    pixel: needsPixel ? links.base + links.path({ action: 'open', messageId: id, target: '' }) : undefined,
    htmlLink: htmlChange(options, change),
    textLink:
      tracking.textClick || options.analytics !== undefined ? (link) => change(link, tracking.textClick) : undefined,
  })
  return { subject: renderSubject(content.subject, values), ...bodies, unsubscribeUrl }
}

/** A recipient’s own `subject` value replaces the message’s subject; both may contain placeholders. */
export function renderSubject(subject: string, values: JsonObject | null): string {
  if (values === null) return subject
  // Messages that were stored by earlier versions may contain a value with a line break, which would inject a header.
  return substitute(ownSubject(subject, values), substitutionValues(values), 'text').replace(/[\r\n\0]+/g, ' ')
}

function ownSubject(subject: string, { subject: own }: JsonObject): string {
  return typeof own === 'string' && own !== '' ? own : subject
}

/** A value may contain a line break, which is allowed in a body but not in a subject. */
export function refuseBrokenSubject(subject: string, values: JsonObject, email: string): void {
  const asked = ownSubject(subject, values)
  if (!asked.includes('{{')) return
  const known = substitutionValues(values)
  for (const name of placeholders(asked)) {
    const value = known.get(name.toLowerCase())
    if (value !== undefined) requireLine(value, `The value ${shown(name)} for ${email} is used in the subject and`)
  }
  requireLine(substitute(asked, known, 'text'), `The subject for ${email}`)
}

/**
 * Returns the size that counts towards the limit: that of the caller’s content, with files as base64, before the email
 * is encoded. The encoded size depends on every character, and computing it would take as long as the send.
 */
export function contentBytes(
  { subject, text = '', html = '', images, attachments }: SendContent,
  values: JsonObject | null,
) {
  let bytes = 0
  for (const part of [...images, ...attachments]) bytes += Math.ceil(part.content.length / 3) * 4
  if (values === null) return bytes + Buffer.byteLength(text) + Buffer.byteLength(html)
  const known = substitutionValues(values)
  const sizeOf = (piece: string): number => Buffer.byteLength(piece)
  return (
    bytes +
    substitutedSize(ownSubject(subject, values), known, { target: 'text', sizeOf }) +
    substitutedSize(text, known, { target: 'text', sizeOf }) +
    substitutedSize(html, known, { target: 'html', sizeOf })
  )
}

const untouched: RenderOptions = {
  tracking: { htmlOpen: true, htmlClick: true, textClick: false },
  bulk: false,
  textVersion: false,
  lines: [],
}

/** A scenario’s messages were never sent by a caller and have no options. */
export function renderOptions(content: SendContent): RenderOptions {
  return { ...untouched, ...(content.headers as Partial<RenderOptions>) }
}

type LinkChange = (link: string, tracked: boolean) => string

function htmlChange({ tracking, analytics }: RenderOptions, change: LinkChange): LinkRewrite | undefined {
  const { htmlClick, mailTo = false } = tracking
  if (!htmlClick && !mailTo && analytics === undefined) return undefined
  const rewrite = (link: string): string => change(link, isMailLink(link) ? mailTo : htmlClick)
  return Object.assign(rewrite, { mailLinks: mailTo })
}

function linkChange(
  messageId: string,
  { analytics }: RenderOptions,
  links: Links,
  unsubscribeUrls: readonly (string | undefined)[],
): LinkChange {
  return (link, tracked) => {
    if (unsubscribeUrls.includes(link)) return link
    const target = analytics === undefined || isMailLink(link) ? link : addParameters(link, analytics)
    return tracked ? links.base + links.path({ action: 'click', messageId, target }) : target
  }
}
