import { inertElement } from '../../../mail/inert-mail.ts'
import { attributeOf, bodyOf, type MarkupElement, type MarkupNode } from '../markup/markup.ts'
import type { Place, TextPlace } from './places.ts'
import { emptyMark } from './run-editing.ts'

const namespaces = {
  html: 'http://www.w3.org/1999/xhtml',
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
}

/** The element around a run of text, and the image. The place is that in the source at a time. */
export type Shown = { readonly place: Place; readonly time: number; readonly element: HTMLElement }

const runName = 'mailroom-run'

/** `all: unset` lets a run look as the text it stands for, whatever the rules of the mail are. */
const frameLook = `
  ${runName} { all: unset !important; cursor: text !important; border-radius: 2px !important; }
  ${runName}[contenteditable] { -webkit-user-modify: read-write-plaintext-only !important; }
  ${runName}:hover, img[data-mailroom-place]:hover { outline: 1px dashed #2459d6 !important; outline-offset: 1px !important; }
  ${runName}:focus, img[data-mailroom-place]:focus { outline: 2px solid #2459d6 !important; outline-offset: 1px !important; }
  img[data-mailroom-place] { cursor: pointer !important; }
  ${runName}[${emptyMark}] { display: inline-block !important; min-width: 6em !important; min-height: 1.2em !important; outline: 1px dashed #8a94a6 !important; }
  ${runName}[${emptyMark}]:not([contenteditable])::before { content: 'Empty text' !important; color: #5c6675 !important; font: italic 12px/1.2 sans-serif !important; }
`

type Build = {
  readonly root: MarkupElement
  readonly places: readonly Place[]
  readonly time: number
  /** A data: address for the content id of an image, once it is known. */
  readonly imageOf: (contentId: string) => string | undefined
  /** The document of the frame, which holds only the policy yet. */
  readonly into: Document
}

/**
 * Shows a mail in a frame, element by element from its parsed markup: nothing is parsed a second time, so every node stands
 * for its piece of the source. It is built in a document that fetches nothing and runs nothing.
 */
export function buildMail({ root, places, time, imageOf, into }: Build): Shown[] {
  const draft = document.implementation.createHTMLDocument('')
  const shown: Shown[] = []
  const placeOf = new Map<MarkupNode, Place>(
    places.map((place) => [place.kind === 'text' ? place.nodes[0]! : place.node, place]),
  )

  const build = (node: MarkupNode): Node | null => {
    if (node.kind === 'comment') return null
    if (node.kind === 'text') return draft.createTextNode(node.text)
    const element = createElement(draft, node)
    element.append(...buildAll(node.children))
    const inert = inertElement(element)
    const place = placeOf.get(node)
    if (place && inert instanceof HTMLElement) {
      showImage(inert, node, imageOf)
      inert.tabIndex = 0
      inert.setAttribute('data-mailroom-place', '')
      shown.push({ place, time, element: inert })
    }
    return inert
  }
  const buildAll = (children: readonly MarkupNode[]): Node[] => {
    const built: Node[] = []
    for (let index = 0; index < children.length; index++) {
      const place = placeOf.get(children[index]!)
      if (place?.kind === 'text') {
        built.push(buildRun(place))
        index += place.nodes.length - 1
      } else {
        const node = build(children[index]!)
        if (node) built.push(node)
      }
    }
    return built
  }
  const buildRun = (place: TextPlace): HTMLElement => {
    const run = draft.createElement(runName)
    run.tabIndex = 0
    run.append(...place.nodes.map(build).filter((node) => node !== null))
    run.toggleAttribute(emptyMark, !/\S/.test(run.textContent))
    shown.push({ place, time, element: run })
    return run
  }

  const body = bodyOf(root)
  const styles = root.children
    .filter((child): child is MarkupElement => child.kind === 'element' && child.name === 'head')
    .flatMap((head) => head.children)
    .filter((child) => child.kind === 'element' && child.name === 'style')
    .map(build)
    .filter((node) => node !== null)
  const contents = buildAll(body?.children ?? [])
  copyAttributes(draft, root, into.documentElement)
  if (body) copyAttributes(draft, body, into.body)
  const look = into.createElement('style')
  look.textContent = frameLook
  into.head.append(...styles, look)
  into.body.replaceChildren(...contents)
  return shown
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
