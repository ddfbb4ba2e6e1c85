import { escapeHtml } from '#shared/domain/compose/substitution.ts'
import { attributesOf } from './html-tags.ts'

/** Decodes the entities that occur in links. */
function unescapeLink(text: string): string {
  return text
    .replace(/&(?:amp|#38|#x26);/gi, '&')
    .replace(/&(?:quot|#34);/gi, '"')
    .replace(/&#39;|&apos;/gi, "'")
}

const textLink = /\bhttps?:\/\/[^\s<>"]+/gi
const closingSigns = new Set(").,;:!?']")

/** Rewrites every web link of an `a` element. Other schemes, anchors and images stay. */
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
  if (pieces.length === 0) return html
  // Joined at once: added to the others, the rest would be a second copy of a long text.
  pieces.push(html.slice(written))
  return pieces.join('')
}

/** Punctuation after a link belongs to the sentence, not to the link. */
export function rewriteTextLinks(text: string, rewrite: (link: string) => string): string {
  return text.replace(textLink, (whole: string) => {
    const link = withoutClosingSigns(whole)
    return rewrite(link) + whole.slice(link.length)
  })
}

/** A loop, because a regex anchored at the end would try again at every character of a long run. */
function withoutClosingSigns(text: string): string {
  let end = text.length
  while (end > 0 && closingSigns.has(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** The links a reader can click: those of the HTML, or of the text if the HTML has none. */
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

/** Parameters that are already in the link take precedence. */
export function addParameters(link: string, parameters: Readonly<Record<string, string>>): string {
  if (!URL.canParse(link)) return link
  const url = new URL(link)
  for (const [name, value] of Object.entries(parameters)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, value)
  }
  return url.href
}
