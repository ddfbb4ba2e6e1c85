import type { LinkClicks } from '#shared/contract/statistics.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import { visible } from '#shared/text/visible.ts'
import { mostLines, shareOf, shareText, type Line } from '../rates/share-lines.ts'

export const linkColumns: readonly string[] = ['Clicks', 'Share', 'Unique clicks']

/** A link may contain an encoded image or a token of any length. */
const longestShown = 500

/** Most clicked first, with each address only once. */
export function joinedLinks(links: readonly LinkClicks[]): LinkClicks[] {
  const found = new Map<string, LinkClicks>()
  for (const link of links) {
    const known = found.get(link.url)
    found.set(
      link.url,
      known ? { url: link.url, click: known.click + link.click, clicker: known.clicker + link.clicker } : link,
    )
  }
  return [...found.values()].sort((a, b) => b.click - a.click || b.clicker - a.clicker)
}

export function linkLines(
  links: readonly LinkClicks[],
  formats: Pick<Formats, 'number' | 'locale'>,
  termOf: ((url: string) => string | undefined) | undefined,
): Line[] {
  const all = links.reduce((sum, { click }) => sum + click, 0)
  const most = links[0]?.click ?? 0
  return links.slice(0, mostLines).map(({ url, click, clicker }): Line => ({
    id: url,
    name: url === '' ? 'No address' : shownLink(url),
    isMuted: url === '',
    share: shareOf(click, most),
    cells: () => [
      { text: formats.number(click) },
      { text: shareText(click, all, formats) },
      { text: formats.number(clicker), title: 'Messages in which the link was clicked at least once' },
    ],
    term: termOf && (() => termOf(url)),
  }))
}

function shownLink(url: string): string {
  return `${visible(url.slice(0, longestShown))}${url.length > longestShown ? '…' : ''}`
}
