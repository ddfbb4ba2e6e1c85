/**
 * HTML as a browser would read it, with the position of everything in the source. It is plain data, because it comes from a
 * worker. Positions of content that the parser added are -1.
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
  /** In lower case, except for SVG. */
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

/** The root is `html`. */
export type Markup = { readonly root: MarkupElement; readonly isTooLarge: false }

/** A browser would take long to show it: the same limits as for the preview of a mail. */
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
