import { visible } from '#shared/text/visible.ts'
import { linkMark, ownParts, previewDocument } from './mail-document.ts'
import { removeAllShadowingNames, removeShadowingNames } from './shadowing-names.ts'

/** A target that a click would have opened. */
export type MailLink = {
  /** The text visible to the reader; empty for an image without alternative text. */
  readonly text: string
  /** The address as written in the message. */
  readonly address: string
  readonly kind: 'link' | 'form'
}

export type InertMail = { readonly document: string; readonly links: readonly MailLink[] }

/**
 * Elements that cannot be shown here or that act automatically. Templates are included because their content may become
 * part of the document. SVG animations could restore a link’s address.
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
  // The `title` in an SVG image would replace our tooltip, which shows the link’s address.
  'title',
  'animate',
  'animatemotion',
  'animatetransform',
  'animatecolor',
  'set',
  'discard',
])
/** Attributes that open something on a click, or take the focus. */
const leadsSomewhere =
  /^(?:[^:]*:)?href$|^(?:action|formaction|formtarget|target|ping|attributionsrc|download|autofocus)$/
/** Attributes whose address is fetched automatically. */
const isFetched =
  /^(?:src|srcset|imagesrcset|poster|background|data|lowsrc|dynsrc|longdesc|cite|manifest|codebase|archive)$/
/** An image that can’t be shown keeps its space and its alternative text. */
const noImage = 'data:,'
const insideMessage = /^\s*data:/i
const svgNamespace = 'http://www.w3.org/2000/svg'
const mostPasses = 5
/** The number of elements processed between two pauses, which takes a few milliseconds. */
const elementsAtATime = 500
const longestText = 200
const longestTitle = 500

/**
 * Converts an email to a document in which no click and no key opens anything, and collects the links it contained. The
 * frame’s sandbox and the policy are not sufficient: browsers have their own gestures that open links in new tabs, and
 * may connect to the host of a frame or a link without checking the policy. The sender could see when and from where
 * the email is read. A long email is processed in slices.
 */
export function* inertMail(html: string): Generator<void, InertMail> {
  const links = new Map<string, MailLink>()
  let rest = html
  // Several passes, because markup crafted to be misread may mean something else when it is parsed again. The document is
  // shown only after a pass without findings.
  for (let pass = 0; pass < mostPasses; pass++) {
    const document = previewDocument(rest)
    yield
    // A document that is only parsed fetches and executes nothing.
    const parsed = new DOMParser().parseFromString(document, 'text/html')
    let changed = removeAllShadowingNames(parsed)
    const { documentElement, head } = parsed
    for (const own of [...head.children].slice(0, ownParts)) own.remove()
    const elements = [documentElement, ...documentElement.querySelectorAll('*')]
    // Removes marks that the message itself contains, so that only links found here are marked.
    if (pass === 0) for (const element of elements) element.removeAttribute(linkMark)
    for (const [index, element] of elements.entries()) {
      if (index % elementsAtATime === 0) yield
      changed = disarm(element, links) || changed
    }
    if (!changed) return { document, links: [...links.values()] }
    rest = documentElement.outerHTML
  }
  // An email that still has findings after the last pass was crafted to mislead, so it is not shown.
  return { document: previewDocument(''), links: [...links.values()] }
}

/**
 * Returns the element without anything that links or fetches, or null if it must not be shown. Used for documents built
 * element by element: the content of the element must also have been created with this function.
 */
export function inertElement(element: Element): Element | null {
  removeShadowingNames(element)
  if (removed.has(element.localName.toLowerCase())) return null
  disarm(element, new Map())
  for (const { name } of [...element.attributes]) if (/^on/i.test(name)) element.removeAttribute(name)
  return element
}

/**
 * Removes an element that must not be shown, or else everything in its attributes and styles that links or fetches.
 * Returns whether anything was removed or changed.
 */
function disarm(element: Element, links: Map<string, MailLink>): boolean {
  const name = element.localName.toLowerCase()
  if (removed.has(name)) {
    element.remove()
    return true
  }
  let changed = name === 'style' && unlinkRules(element)
  for (const { name: attribute, value } of [...element.attributes]) {
    const lowered = attribute.toLowerCase()
    if (leadsSomewhere.test(lowered)) {
      if (isPartOfImage(element, lowered, value)) continue
      const link = linkOf(element, lowered, value.trim())
      if (link) links.set(`${link.text}\n${link.address}`, link)
      element.removeAttribute(attribute)
    } else if (isFetched.test(lowered) && !insideMessage.test(value)) {
      if (lowered === 'src') element.setAttribute(attribute, noImage)
      else element.removeAttribute(attribute)
    } else if (lowered === 'title' && !element.hasAttribute(linkMark)) {
      // Inside a link, this tooltip would be shown instead of the one with the address.
      element.removeAttribute(attribute)
    } else continue
    changed = true
  }
  return changed
}

/**
 * Whether an attribute of a drawing refers to content inside the message, because SVG uses `href` not only in links,
 * but also for shapes and colours.
 */
function isPartOfImage(element: Element, attribute: string, value: string): boolean {
  if (element.namespaceURI !== svgNamespace || element.localName.toLowerCase() === 'a' || !attribute.endsWith('href'))
    return false
  return /^\s*#/.test(value) || insideMessage.test(value)
}

/** Marks an element as a former link, and returns the link; null if the attribute contains no address. */
function linkOf(element: Element, attribute: string, address: string): MailLink | null {
  if (address === '' || !/(?:href|action)$/.test(attribute)) return null
  const kind = attribute.endsWith('action') ? 'form' : 'link'
  element.setAttribute(linkMark, kind)
  element.setAttribute('title', visible(address.slice(0, longestTitle)))
  return { text: textOf(element), address, kind }
}

function textOf(element: Element): string {
  const images = element.matches('img, area, input') ? [element] : [...element.querySelectorAll('img')]
  const words = [element.textContent, ...images.map((image) => image.getAttribute('alt') ?? '')]
  return words.join(' ').replace(/\s+/g, ' ').trim().slice(0, longestText)
}

/** Lets former links keep the style that the message gives to links. Returns whether any rule was changed. */
function unlinkRules(style: Element): boolean {
  const rules = style.textContent
  const others = rules.replace(/:(?:any-)?link(?![\w-])/gi, `[${linkMark}=link]`)
  if (others === rules) return false
  style.textContent = others
  return true
}
