import { visible } from '../../lib/text/visible.ts'
import { linkMark, ownParts, previewDocument } from './mail-document.ts'

/** What a click would have led to. */
export type MailLink = {
  /** What the reader of the message sees of it; empty where that is a picture without words. */
  readonly text: string
  /** As the message has it. */
  readonly address: string
  readonly kind: 'link' | 'form'
}

export type InertMail = { readonly document: string; readonly links: readonly MailLink[] }

/**
 * Nothing of these could be shown, or it would act by itself. Templates too: what they hold may become part of the document.
 * The animations of SVG could give a link its address back.
 */
const removed = new Set([
  'iframe',
  'frame',
  'object',
  'embed',
  'portal',
  'fencedframe',
  'link',
  'template',
  'script',
  'base',
  'meta',
  // Of a picture: shown in place of the address that ours shows.
  'title',
  'animate',
  'animatemotion',
  'animatetransform',
  'animatecolor',
  'set',
  'discard',
])
/** Lead somewhere when they are pressed, or take the focus. */
const leading = /^(?:[^:]*:)?href$|^(?:action|formaction|formtarget|target|ping|attributionsrc|download|autofocus)$/
/** Are fetched by themselves. */
const fetched =
  /^(?:src|srcset|imagesrcset|poster|background|data|lowsrc|dynsrc|longdesc|cite|manifest|codebase|archive)$/
/** A picture that cannot be shown keeps its room and its words. */
const noPicture = 'data:,'
const insideMessage = /^\s*data:/i
const svgNamespace = 'http://www.w3.org/2000/svg'
const mostPasses = 5
const longestText = 200
const longestTitle = 500

/**
 * The document of an email in which nothing leads anywhere, by no click and no key, and the links it had. The sandbox of the
 * frame and the policy do not suffice: a browser opens a link in a new tab by its own gestures, and connects to the host of
 * a frame or a link before or without asking the policy. Whoever sent the mail could see when it is looked at, and from where.
 */
export function inertMail(html: string): InertMail {
  const links = new Map<string, MailLink>()
  let rest = html
  // More than once, as markup that was written to be misread may mean something else when it is read again: what is shown
  // is the very text in which nothing was found.
  for (let pass = 0; pass < mostPasses; pass++) {
    const document = previewDocument(rest)
    // Nothing is fetched and nothing runs in a document that is only parsed.
    const { documentElement, head } = new DOMParser().parseFromString(document, 'text/html')
    for (const own of [...head.children].slice(0, ownParts)) own.remove()
    const elements = [documentElement, ...documentElement.querySelectorAll('*')]
    // Only what is found here is a link, whatever the message says of itself.
    if (pass === 0) for (const element of elements) element.removeAttribute(linkMark)
    let changed = false
    for (const element of elements) changed = disarm(element, links) || changed
    if (!changed) return { document, links: [...links.values()] }
    rest = documentElement.outerHTML
  }
  // What brings forth ever new ones is no mail that anybody was meant to read.
  return { document: previewDocument(''), links: [...links.values()] }
}

/** Whether there was anything to take away. */
function disarm(element: Element, links: Map<string, MailLink>): boolean {
  const name = element.localName.toLowerCase()
  if (removed.has(name)) {
    element.remove()
    return true
  }
  let changed = name === 'style' && unlinkRules(element)
  for (const { name: attribute, value } of [...element.attributes]) {
    const lowered = attribute.toLowerCase()
    if (leading.test(lowered)) {
      if (isPartOfPicture(element, name, lowered, value)) continue
      if (/(?:href|action)$/.test(lowered)) keepAddress(element, lowered, value, links)
      element.removeAttribute(attribute)
    } else if (fetched.test(lowered) && !insideMessage.test(value)) {
      if (lowered === 'src') element.setAttribute(attribute, noPicture)
      else element.removeAttribute(attribute)
    } else if (lowered === 'title' && !element.hasAttribute(linkMark)) {
      // Within a link it would be shown in place of the address.
      element.removeAttribute(attribute)
    } else continue
    changed = true
  }
  return changed
}

/** SVG refers to its own shapes and colours by the same attribute that makes a link of `a`. */
function isPartOfPicture(element: Element, name: string, attribute: string, value: string): boolean {
  if (element.namespaceURI !== svgNamespace || name === 'a' || !attribute.endsWith('href')) return false
  return /^\s*#/.test(value) || insideMessage.test(value)
}

function keepAddress(element: Element, attribute: string, value: string, links: Map<string, MailLink>): void {
  const address = value.trim()
  if (address === '') return
  const kind = attribute.endsWith('action') ? 'form' : 'link'
  const text = wordsOf(element)
  links.set(`${text}\n${address}`, { text, address, kind })
  element.setAttribute(linkMark, kind)
  element.setAttribute('title', visible(address.slice(0, longestTitle)))
}

function wordsOf(element: Element): string {
  const pictures = element.matches('img, area, input') ? [element] : [...element.querySelectorAll('img')]
  const words = [element.textContent, ...pictures.map((picture) => picture.getAttribute('alt') ?? '')]
  return words.join(' ').replace(/\s+/g, ' ').trim().slice(0, longestText)
}

/** What was a link keeps the look that the message gives to links. */
function unlinkRules(style: Element): boolean {
  const rules = style.textContent
  const others = rules.replace(/:(?:any-)?link(?![\w-])/gi, `[${linkMark}=link]`)
  if (others === rules) return false
  style.textContent = others
  return true
}
