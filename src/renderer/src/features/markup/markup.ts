/**
 * HTML as a browser would parse it, with the source position of every part. Plain data, because it is sent from a worker.
 * Content added by the parser has the position -1.
 */
export type MarkupText = {
  readonly kind: 'text'
  readonly text: string
  readonly from: number
  readonly to: number
}

export type MarkupAttribute = {
  readonly name: string
  readonly value: string
  readonly from: number
  readonly to: number
}

export type MarkupElement = {
  readonly kind: 'element'
  /** The element’s name, in lower case except in SVG. */
  readonly name: string
  readonly space: 'html' | 'svg' | 'math'
  readonly attributes: readonly MarkupAttribute[]
  readonly children: readonly MarkupNode[]
  /** The start of the start tag. */
  readonly from: number
  readonly openEnd: number
  /** The start of the end tag; equal to `to` if it is missing. */
  readonly closeFrom: number
  readonly to: number
}

export type MarkupComment = { readonly kind: 'comment'; readonly from: number; readonly to: number }

export type MarkupNode = MarkupText | MarkupElement | MarkupComment

/** `root` is the `html` element. */
export type Markup = { readonly root: MarkupElement; readonly isTooLarge: false }

/** Markup that a browser would take too long to show. The limits are the same as for an email preview. */
export type MarkupTooLarge = { readonly isTooLarge: true }

export function attributeOf({ attributes }: MarkupElement, name: string): string | undefined {
  return attributes.find((attribute) => attribute.name === name)?.value
}

export function bodyOf(root: MarkupElement): MarkupElement | undefined {
  return root.children.find(
    (child): child is MarkupElement => child.kind === 'element' && (child.name === 'body' || child.name === 'frameset'),
  )
}

export function textOfMarkup(node: MarkupNode): string {
  if (node.kind === 'text') return node.text
  return node.kind === 'element' ? node.children.map(textOfMarkup).join('') : ''
}
