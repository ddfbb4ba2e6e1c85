import { escapeHtml } from '#shared/domain/substitution.ts'

/** The one thing that is read out of an address in html: entities other than these do not occur in links. */
function unescapeLink(text: string): string {
  return text
    .replace(/&(?:amp|#38|#x26);/gi, '&')
    .replace(/&(?:quot|#34);/gi, '"')
    .replace(/&#39;|&apos;/gi, "'")
}

const htmlLink = /(<a\b[^>]{0,2000}?\shref\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi
const textLink = /\bhttps?:\/\/[^\s<>"]+/gi

/** Every web link of the `a` elements, rewritten by `rewrite`; other schemes, anchors and pictures stay. */
export function rewriteHtmlLinks(html: string, rewrite: (link: string) => string): string {
  return html.replace(htmlLink, (whole: string, before: string, double?: string, single?: string) => {
    const link = unescapeLink(double ?? single ?? '').trim()
    return /^https?:\/\//i.test(link) ? `${before}"${escapeHtml(rewrite(link))}"` : whole
  })
}

/** A sentence's own sign after a link is not part of it. */
export function rewriteTextLinks(text: string, rewrite: (link: string) => string): string {
  return text.replace(textLink, (whole: string) => {
    const link = whole.replace(/[).,;:!?'\]]+$/, '')
    return rewrite(link) + whole.slice(link.length)
  })
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
