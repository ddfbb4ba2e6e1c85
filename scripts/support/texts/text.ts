/** A piece of a source file. */
export type Span = { readonly start: number; readonly end: number }

/** An expression within a text. Its value is inserted. */
export type Param = Span & {
  readonly name: string
  /** Set if the value is a count with its noun. */
  readonly plural?: Plural
}

export type Plural = {
  readonly formats: Span
  readonly count: Span
  /** The forms in English, without the number. */
  readonly one: string
  readonly other: string
}

/**
 * Where the text is: the value of an expression, a component’s or element’s attribute, or between tags. For an attribute,
 * the span covers the name as well.
 */
export type TextPlace = 'expression' | 'attribute' | 'markup'

/** A text that users read, with its position in the source file. */
export type FoundText = Span & {
  readonly place: TextPlace
  /** The name of the attribute. */
  readonly attribute?: string
  readonly parts: readonly (string | Param)[]
}

/** The text on one line, with an ellipsis for each value. */
export function shownText({ parts }: FoundText): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : '…'))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
