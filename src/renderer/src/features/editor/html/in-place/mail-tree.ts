import { inertElement } from '../../../mail/index.ts'
import {
  attributeOf,
  bodyOf,
  type Editable,
  type EditableText,
  type MarkupElement,
  type MarkupNode,
} from '../../../markup/index.ts'
import { emptyMark } from './run-editing.ts'

const namespaces = {
  html: 'http://www.w3.org/1999/xhtml',
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
}

/**
 * An editable part and its element in the frame: a wrapper around a run of text, or the image. Positions refer to the
 * source at `time`.
 */
export type Shown = { readonly editable: Editable; readonly time: number; readonly element: HTMLElement }

const runName = 'mailroom-run'

/** With `all: unset`, a run looks like the text it represents, regardless of the message’s rules. */
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
  readonly editables: readonly Editable[]
  readonly time: number
  /** Returns a `data:` address for an image’s content id, once available. */
  readonly imageOf: (contentId: string) => string | undefined
  /** The frame’s document, which contains the policy and the previous content. */
  readonly into: Document
  /** Whether the message is shown while it is being built. */
  readonly grows: boolean
}

type Built = {
  readonly shown: Shown[]
  readonly show: () => void
}

/**
 * Builds a message in a frame, element by element from its parsed markup, so that every node represents its own part of
 * the source. Elements are created in a document that fetches and executes nothing, and anything that could do either
 * is removed before they are shown. With `grows`, the message is laid out while it is being built; otherwise, it is
 * shown when it is complete, so that nothing moves.
 */
export function* buildMail({ root, editables, time, imageOf, into, grows }: Build): Generator<void, Built> {
  const draft = document.implementation.createHTMLDocument('')
  const shown: Shown[] = []
  const editableOf = new Map<MarkupNode, Editable>(
    editables.map((editable) => [editable.kind === 'text' ? editable.nodes[0]! : editable.node, editable]),
  )

  const disarm = (element: Element, node: MarkupElement): Element | null => {
    const inert = inertElement(element)
    if (editableOf.has(node) && inert instanceof HTMLElement) {
      showImage(inert, node, imageOf)
      inert.tabIndex = 0
      inert.setAttribute('data-mailroom-place', '')
      shown.push({ editable: editableOf.get(node)!, time, element: inert })
    }
    return inert
  }
  /** Adds a child, and returns the index of the next one. */
  const add = (children: readonly MarkupNode[], index: number, parent: Node): number => {
    const node = children[index]!
    const editable = editableOf.get(node)
    if (editable?.kind === 'text') {
      parent.appendChild(addRun(editable))
      return index + editable.nodes.length
    }
    if (node.kind === 'text') parent.appendChild(draft.createTextNode(node.text))
    if (node.kind !== 'element') return index + 1
    const element = createElement(draft, node)
    for (let child = 0; child < node.children.length;) child = add(node.children, child, element)
    // The rules of a `style` element are available only after its content has been added.
    const inert = disarm(element, node)
    if (inert) parent.appendChild(inert)
    return index + 1
  }
  const addRun = (editable: EditableText): HTMLElement => {
    const run = draft.createElement(runName)
    run.tabIndex = 0
    for (const node of editable.nodes) {
      const line =
        node.kind === 'text' ? node.text : node.kind === 'element' && disarm(createElement(draft, node), node)
      if (line) run.append(line)
    }
    run.toggleAttribute(emptyMark, !/\S/.test(run.textContent))
    shown.push({ editable, time, element: run })
    return run
  }
  function* addAll(children: readonly MarkupNode[], parent: Node): Generator<void, void> {
    for (let index = 0; index < children.length;) {
      const node = children[index]!
      if (isLarge(node)) {
        const inert = disarm(createElement(draft, node), node)
        if (inert) yield* addAll(node.children, parent.appendChild(inert))
        index++
      } else index = add(children, index, parent)
      yield
    }
  }

  const body = bodyOf(root)
  const contents = draft.createDocumentFragment()
  const begin = () => {
    showStyles(draft, root, into)
    copyAttributes(draft, root, into.documentElement)
    if (body) copyAttributes(draft, body, into.body)
    into.body.replaceChildren(contents)
  }
  if (grows) begin()
  yield* addAll(body?.children ?? [], grows ? into.body : contents)
  return { shown, show: grows ? () => undefined : begin }
}

/** Elements with more characters than this are built child by child, so that other work can run in between. */
const mostLettersAtOnce = 2000

function isLarge(node: MarkupNode): node is MarkupElement {
  if (node.kind !== 'element' || node.space !== 'html' || node.name === 'style') return false
  return node.from < 0 || node.to - node.from > mostLettersAtOnce
}

/** Shows the rules from the message’s head, followed by our own. */
function showStyles(draft: Document, root: MarkupElement, into: Document): void {
  const heads = root.children.filter(
    (child): child is MarkupElement => child.kind === 'element' && child.name === 'head',
  )
  const styles = heads
    .flatMap(({ children }) => children)
    .filter((child): child is MarkupElement => child.kind === 'element' && child.name === 'style')
    .map((node) => {
      const style = createElement(draft, node)
      style.append(...node.children.map((child) => (child.kind === 'text' ? child.text : '')))
      return inertElement(style)!
    })
  const look = draft.createElement('style')
  look.textContent = frameLook
  for (const old of into.head.querySelectorAll(`[${styleMark}]`)) old.remove()
  for (const style of [...styles, look]) style.setAttribute(styleMark, '')
  into.head.append(...styles, look)
}

const styleMark = 'data-mailroom-style'

function createElement(draft: Document, node: MarkupElement): Element {
  let element: Element
  try {
    element = draft.createElementNS(namespaces[node.space], node.name)
  } catch {
    // `createElementNS` rejects some tag names that a parser accepts.
    element = draft.createElement('span')
  }
  setAttributes(element, node)
  return element
}

function setAttributes(element: Element, { attributes }: MarkupElement): void {
  for (const { name, value } of attributes) {
    // Only the frame determines what can be edited and focused.
    if (/^(?:contenteditable|tabindex|data-mailroom-.*|inert)$/i.test(name)) continue
    try {
      element.setAttribute(name, value)
    } catch {
      // `setAttribute` rejects some names that a parser accepts. Such attributes have no effect.
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

/** Shows images of the draft; others keep their space and their alternative text. */
function showImage(image: HTMLElement, node: MarkupElement, imageOf: (contentId: string) => string | undefined): void {
  const address = attributeOf(node, 'src') ?? ''
  const data = /^cid:/i.test(address) ? imageOf(address.slice(4)) : undefined
  if (data) image.setAttribute('src', data)
  const isSmall = !node.attributes.some(({ name }) => name === 'width' || name === 'height')
  if (!data && isSmall && !/^data:/i.test(address)) image.style.setProperty('min-width', '24px')
}
