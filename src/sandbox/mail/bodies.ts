import { escapeHtml } from '#shared/domain/drafts/substitution.ts'
import {
  htmlLinks,
  rewriteHtmlLinks,
  rewriteTextLinks,
  rewrittenHtml,
  rewrittenText,
  type LinkRewrite,
} from './links.ts'
import { textVersion } from './text-version.ts'

/**
 * A complete text, which may be empty, or the pieces of a large text. The pieces are generated on demand and can be
 * read only once.
 */
export type Body = string | Iterable<string>

/** Changes to a message’s texts after its placeholders have been filled. */
export type BodyChanges = {
  /** Whether a message without a text gets a text version of its HTML. */
  hasTextVersion: boolean
  /** The link for the footer that is added to a message without an unsubscribe link; undefined for no footer. */
  unsubscribeUrl: string | undefined
  /** The address of the image that reports an opened message. */
  pixel: string | undefined
  htmlLink: LinkRewrite | undefined
  textLink: ((link: string) => string) | undefined
}

/**
 * In characters. Longer texts are built in pieces: a 49 MB page with a link in every line grows to 110 MB, and a string
 * of that size would be in memory several times.
 */
const largeLetters = 4_194_304

export function changedBodies(text: string, html: string, changes: BodyChanges): { text: Body; html: Body } {
  if (text.length + html.length >= largeLetters) return largeBodies(text, html, changes)
  const { hasTextVersion, unsubscribeUrl, pixel, htmlLink, textLink } = changes
  let plain = text === '' && html !== '' && hasTextVersion ? Array.from(textVersion(html)).join('') : text
  if (plain !== '' && unsubscribeUrl !== undefined) plain += textFooter(unsubscribeUrl)
  if (plain !== '' && textLink !== undefined) plain = rewriteTextLinks(plain, textLink)
  if (html === '') return { text: plain, html }
  let page = unsubscribeUrl === undefined ? html : beforeEnd(html, htmlFooter(unsubscribeUrl))
  if (htmlLink !== undefined) page = rewriteHtmlLinks(page, htmlLink)
  return { text: plain, html: pixel === undefined ? page : beforeEnd(page, picture(pixel)) }
}

function largeBodies(text: string, html: string, changes: BodyChanges): { text: Body; html: Body } {
  const { hasTextVersion, unsubscribeUrl, textLink } = changes
  let plain: Body = text === '' && html !== '' && hasTextVersion ? unlessEmpty(textVersion(html)) : text
  if (plain !== '' && unsubscribeUrl !== undefined) plain = followed(plain, textFooter(unsubscribeUrl))
  if (plain !== '' && textLink !== undefined) plain = withTextLinks(plain, textLink)
  return { text: plain, html: html === '' ? '' : largeHtml(html, changes) }
}

function largeHtml(html: string, { unsubscribeUrl, pixel, htmlLink }: BodyChanges): Body {
  const page = unsubscribeUrl === undefined ? html : beforeEnd(html, htmlFooter(unsubscribeUrl))
  if (htmlLink === undefined) return pixel === undefined ? page : beforeEnd(page, picture(pixel))
  if (pixel === undefined) return rewrittenHtml(page, htmlLink)
  const end = lastBodyEndOutsideLinks(page)
  return rewrittenHtml(page, htmlLink, { at: end < 0 ? page.length : end, text: picture(pixel) })
}

function textFooter(url: string): string {
  return `\n\nUnsubscribe: ${url}\n`
}

function htmlFooter(url: string): string {
  return `<p><a href="${escapeHtml(url)}">Unsubscribe</a></p>`
}

function picture(source: string): string {
  return `<img src="${source}" width="1" height="1" alt="">`
}

function unlessEmpty(pieces: Iterable<string>): Body {
  const rest = pieces[Symbol.iterator]()
  for (let next = rest.next(); next.done !== true; next = rest.next()) {
    if (next.value !== '') return followed([next.value], { [Symbol.iterator]: () => rest })
  }
  return ''
}

function* followed(...bodies: readonly Body[]): Generator<string, void, undefined> {
  for (const body of bodies) {
    if (typeof body === 'string') yield body
    else yield* body
  }
}

/** A text version is split at line breaks, which no link spans. */
function* withTextLinks(body: Body, rewrite: (link: string) => string): Generator<string, void, undefined> {
  for (const piece of typeof body === 'string' ? [body] : body) yield* rewrittenText(piece, rewrite)
}

function beforeEnd(html: string, addition: string): string {
  const end = lastBodyEnd(html)
  return end < 0 ? html + addition : html.slice(0, end) + addition + html.slice(end)
}

/**
 * Searches without lower-casing the whole text: lower-casing changes the length of some characters, and the position
 * would be wrong.
 */
function lastBodyEnd(html: string): number {
  let at = html.lastIndexOf('</')
  while (at >= 0 && html.slice(at, at + 7).toLowerCase() !== '</body>')
    at = at === 0 ? -1 : html.lastIndexOf('</', at - 1)
  return at
}

/**
 * Returns the position that `lastBodyEnd` would find after the links have been rewritten. A match inside a link doesn’t
 * count, because rewriting removes it.
 */
function lastBodyEndOutsideLinks(html: string): number {
  const last = lastBodyEnd(html)
  // If no quotation mark follows, the position can’t be inside a link. This holds for most messages and saves them
  // another pass.
  if (last < 0 || (html.indexOf('"', last) < 0 && html.indexOf("'", last) < 0)) return last
  const ends = html.matchAll(/<\/body>/gi)
  let found = -1
  let next = ends.next()
  for (const { start, end } of htmlLinks(html)) {
    for (; next.done !== true && next.value.index < end; next = ends.next()) {
      if (next.value.index < start) found = next.value.index
    }
  }
  return next.done === true ? found : last
}
