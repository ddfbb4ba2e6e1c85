import { attributesOf } from './html-tags.ts'
import { textLinks } from './links.ts'
import { withoutTags } from './text-version.ts'

export type MessageLink = {
  /** The URL in the received message. */
  url: string
  /** The visible text of the link, or the alternative text of its image. */
  text: string
  /** The address to which a tracked link redirects. */
  target?: string
}

const mostLinks = 1000
/** The maximum number of characters inside a link that are searched for its text. */
const longestContent = 10_000
const longestText = 200

/**
 * Returns the links that a reader can open, in order of appearance: those of the HTML, or of the text if the HTML has
 * none.
 */
export function messageLinks({ html, text }: { html: string; text: string }, base: string): MessageLink[] {
  const links = new Map<string, MessageLink>()
  for (const link of first(anchors(html))) links.set(`${link.text}\n${link.url}`, link)
  if (links.size === 0) for (const url of first(textLinks(text))) links.set(url, { url, text: url })
  return Array.from(links.values(), (link) => {
    const target = trackedTarget(link.url, base)
    return target === undefined ? link : { ...link, target }
  })
}

function* first<T>(links: Iterable<T>): Generator<T, void, undefined> {
  let count = 0
  for (const link of links) {
    if (++count > mostLinks) return
    yield link
  }
}

function* anchors(html: string): Generator<MessageLink, void, undefined> {
  const anchor = /<a(?=[\s/])/gi
  for (let start = anchor.exec(html); start !== null; start = anchor.exec(html)) {
    const { attributes, end } = attributesOf(html, start.index + start[0].length)
    anchor.lastIndex = end
    const link = attributes.find(({ name }) => name === 'href')
    const url = link && visibleText(html.slice(link.start, link.end).replaceAll('<', '%3C')).trim()
    // A link without a scheme points to another part of the message.
    if (url !== undefined && /^[a-z][a-z0-9+.-]{0,40}:/i.test(url)) yield { url, text: textOf(html, end) }
  }
}

function textOf(html: string, from: number): string {
  const rest = html.slice(from, from + longestContent)
  const closing = /<\/a\s{0,9}>/i.exec(rest)
  const content = closing === null ? '' : rest.slice(0, closing.index)
  return visibleText(withAlternatives(content)).replace(/\s+/g, ' ').trim().slice(0, longestText)
}

/** Replaces images with their alternative texts. */
function withAlternatives(content: string): string {
  let made = ''
  let read = 0
  const image = /<img(?=[\s/])/gi
  for (let start = image.exec(content); start !== null; start = image.exec(content)) {
    const { attributes, end } = attributesOf(content, start.index + start[0].length)
    const alt = attributes.find(({ name }) => name === 'alt')
    made += `${content.slice(read, start.index)} ${alt === undefined ? '' : content.slice(alt.start, alt.end)} `
    read = end
    image.lastIndex = end
  }
  return made + content.slice(read)
}

export function visibleText(html: string, most = Infinity): string {
  let text = ''
  for (const piece of withoutTags(html)) {
    text += piece
    if (text.length >= most) break
  }
  return text
}

function trackedTarget(url: string, base: string): string | undefined {
  const start = `${base}/t/c/`
  if (!url.startsWith(start)) return undefined
  const [, place] = url.slice(start.length).split('/')
  return place === undefined ? undefined : Buffer.from(place, 'base64url').toString()
}
