import { escapeHtml } from '#shared/domain/compose/substitution.ts'
import { attributesOf } from './html-tags.ts'

/** The one thing that is read out of an address in html: entities other than these do not occur in links. */
function unescapeLink(text: string): string {
  return text
    .replace(/&(?:amp|#38|#x26);/gi, '&')
    .replace(/&(?:quot|#34);/gi, '"')
    .replace(/&#39;|&apos;/gi, "'")
}

const textLink = /\bhttps?:\/\/[^\s<>"]+/gi
const closingSigns = new Set(").,;:!?']")

/** Every web link of the `a` elements, rewritten by `rewrite`; other schemes, anchors and pictures stay. */
export function rewriteHtmlLinks(html: string, rewrite: (link: string) => string): string {
  const anchor = /<a(?=[\s/])/gi
  const pieces: string[] = []
  let written = 0
  for (let start = anchor.exec(html); start !== null; start = anchor.exec(html)) {
    const { attributes, end } = attributesOf(html, start.index + start[0].length)
    const link = attributes.find(({ name }) => name === 'href')
    if (link?.isQuoted) {
      const target = unescapeLink(html.slice(link.start, link.end)).trim()
      if (/^https?:\/\//i.test(target)) {
        pieces.push(html.slice(written, link.start - 1), `"${escapeHtml(rewrite(target))}"`)
        written = link.end + 1
      }
    }
    anchor.lastIndex = end
  }
  return pieces.length === 0 ? html : pieces.join('') + html.slice(written)
}

/** A sentence's own sign after a link is not part of it. */
export function rewriteTextLinks(text: string, rewrite: (link: string) => string): string {
  return text.replace(textLink, (whole: string) => {
    const link = withoutClosingSigns(whole)
    return rewrite(link) + whole.slice(link.length)
  })
}

/** By a loop: a pattern that is tied to the end tries again at every sign of a long row of them. */
function withoutClosingSigns(text: string): string {
  let end = text.length
  while (end > 0 && closingSigns.has(text[end - 1]!)) end--
  return text.slice(0, end)
}
/** What a reader can click, of the html where there is one. */
export function linksOf(html: string, text: string): string[] {
  const found = new Set<string>()
  const keep = (link: string): string => {
    found.add(link)
    return link
  }
  rewriteHtmlLinks(html, keep)
  if (found.size === 0) rewriteTextLinks(text, keep)
  return [...found]
}

/** The caller's own `utm_` parameters win over those of the account. */
export function addParameters(link: string, parameters: Readonly<Record<string, string>>): string {
  if (!URL.canParse(link)) return link
  const url = new URL(link)
  for (const [name, value] of Object.entries(parameters)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, value)
  }
  return url.href
}
