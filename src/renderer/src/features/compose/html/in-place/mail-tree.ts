import { inertElement } from '../../../mail/inert-mail.ts'
import { attributeOf, bodyOf, type MarkupElement, type MarkupNode } from '../markup/markup.ts'
import type { Place } from './places.ts'

const namespaces = {
  html: 'http://www.w3.org/1999/xhtml',
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
}

/** The element around a run of text, and the image. */
export type Shown = { place: Place; readonly element: HTMLElement }

const runName = 'mailroom-run'

/** `all: unset` lets a run look as the text it stands for, whatever the rules of the mail are. */
const frameLook = `
  ${runName} { all: unset !important; cursor: text !important; border-radius: 2px !important; }
  ${runName}[contenteditable] { -webkit-user-modify: read-write-plaintext-only !important; }
  ${runName}:hover, img[data-mailroom-place]:hover { outline: 1px dashed #2459d6 !important; outline-offset: 1px !important; }
  ${runName}:focus, img[data-mailroom-place]:focus { outline: 2px solid #2459d6 !important; outline-offset: 1px !important; }
  img[data-mailroom-place] { cursor: pointer !important; }
`

type Build = {
  readonly root: MarkupElement
  readonly places: readonly Place[]
  /** A data: address for the content id of an image, once it is known. */
  readonly imageOf: (contentId: string) => string | undefined
  /** The document of the frame, which holds only the policy yet. */
  readonly into: Document
}

/**
 * Shows a mail in a frame, element by element from its parsed markup: nothing is parsed a second time, so every node stands
 * for its piece of the source. It is built in a document that fetches nothing and runs nothing.
 */
export function buildMail({ root, places, imageOf, into }: Build): Shown[] {
  const draft = document.implementation.createHTMLDocument('')
  const shown: Shown[] = []
  const placeOf = new Map<MarkupNode, Place>(places.map((place) => [place.node, place]))

  const build = (node: MarkupNode): Node | null => {
    if (node.kind === 'comment') return null
    const place = placeOf.get(node)
    if (node.kind === 'text') {
      const text = draft.createTextNode(node.text)
      if (!place) return text
      const run = draft.createElement(runName)
      run.tabIndex = 0
      run.append(text)
      shown.push({ place, element: run })
      return run
    }
    const element = createElement(draft, node)
    for (const child of node.children) {
      const built = build(child)
      if (built) element.append(built)
    }
    const inert = inertElement(element)
    if (place && inert instanceof HTMLElement) {
      showImage(inert, node, imageOf)
      inert.tabIndex = 0
      inert.setAttribute('data-mailroom-place', '')
      shown.push({ place, element: inert })
    }
    return inert
  }

  const body = bodyOf(root)
  const styles = root.children
    .filter((child): child is MarkupElement => child.kind === 'element' && child.name === 'head')
    .flatMap((head) => head.children)
    .filter((child) => child.kind === 'element' && child.name === 'style')
    .map(build)
  const contents = (body?.children ?? []).map(build)
  copyAttributes(draft, root, into.documentElement)
  if (body) copyAttributes(draft, body, into.body)
  const look = into.createElement('style')
  look.textContent = frameLook
  into.head.append(...nodes(styles), look)
  into.body.replaceChildren(...nodes(contents))
  return shown
}

function nodes(built: readonly (Node | null)[]): Node[] {
  return built.filter((node) => node !== null)
}

function createElement(draft: Document, node: MarkupElement): Element {
  let element: Element
  try {
    element = draft.createElementNS(namespaces[node.space], node.name)
  } catch {
    // A name that only a parser accepts.
    element = draft.createElement('span')
  }
  setAttributes(element, node)
  return element
}

function setAttributes(element: Element, { attributes }: MarkupElement): void {
  for (const { name, value } of attributes) {
    // The frame decides what can be edited and reached.
    if (/^(?:contenteditable|tabindex|data-mailroom-.*|inert|hidden)$/i.test(name) && name !== 'hidden') continue
    try {
      element.setAttribute(name, value)
    } catch {
      // As above. Such an attribute means nothing.
    }
  }
}

function copyAttributes(draft: Document, from: MarkupElement, to: HTMLElement): void {
  const copy = draft.createElement(from.name === 'html' ? 'html' : 'body')
  setAttributes(copy, from)
  inertElement(copy)
  for (const { name } of [...to.attributes]) to.removeAttribute(name)
  for (const { name, value } of copy.attributes) to.setAttribute(name, value)
}

/** Images of the draft are shown; others keep their space and their alternative text. */
function showImage(image: HTMLElement, node: MarkupElement, imageOf: (contentId: string) => string | undefined): void {
  const address = attributeOf(node, 'src') ?? ''
  const data = /^cid:/i.test(address) ? imageOf(address.slice(4)) : undefined
  if (data) image.setAttribute('src', data)
  const isSmall = !node.attributes.some(({ name }) => name === 'width' || name === 'height')
  if (!data && isSmall && !/^data:/i.test(address)) image.style.setProperty('min-width', '24px')
}
