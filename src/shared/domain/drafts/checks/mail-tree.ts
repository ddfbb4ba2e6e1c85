import type { Range } from './finding.ts'

/** A message’s HTML as the rules see it: a list in document order. A parser in the page creates it. */
export type MailTree = {
  readonly elements: readonly MailElement[]
  readonly texts: readonly MailText[]
  readonly css: readonly CssPiece[]
  /** Comments as written: Outlook for Windows reads some of them. */
  readonly comments: readonly MailComment[]
}

export type MailElement = {
  readonly name: string
  readonly attributes: ReadonlyMap<string, MailAttribute>
  /** The start tag. */
  readonly range: Range
  /** The index of the parent among the elements; -1 at the top. Elements without a tag in the source are left out. */
  readonly parent: number
  /** The element’s text, including its images’ alternative texts, with blanks folded; at most 500 characters. */
  readonly text: string
  /** For a `style` element: the length of its rules in characters. */
  readonly length: number
}

export type MailAttribute = Range & { readonly value: string }

export type MailComment = Range & { readonly text: string }

export type MailText = Range & { readonly parent: number; readonly text: string }

/**
 * A part of CSS that mail programs may drop: a declaration, an at-rule or a selector, in a `style` element or attribute.
 */
export type CssPiece = Range &
  (
    | {
        readonly kind: 'declaration'
        readonly property: string
        readonly value: string
        readonly isImportant: boolean
        /** The selector of the surrounding rule; null in an attribute. */
        readonly selector: string | null
      }
    | { readonly kind: 'at'; readonly name: string; readonly params: string }
    | { readonly kind: 'selector'; readonly selector: string; readonly isNested: boolean }
  )

export function attribute(element: MailElement, name: string): string | undefined {
  return element.attributes.get(name)?.value
}

/** Returns the range of an attribute, or of the tag if the attribute is missing. */
export function rangeOf(element: MailElement, name: string): Range {
  const { from, to } = element.attributes.get(name) ?? element.range
  return { from, to }
}

/** Computes the value that each element inherits. Parents come before their children, so one pass is enough. */
export function inherited<Value>(
  { elements }: MailTree,
  top: Value,
  own: (element: MailElement, outer: Value, index: number) => Value,
): Value[] {
  const values: Value[] = []
  elements.forEach((element, index) => {
    values.push(own(element, element.parent < 0 ? top : values[element.parent]!, index))
  })
  return values
}
