import type { Edit, MarkupElement } from '../../../markup/index.ts'

/**
 * Returns the edit that sets an attribute in an element’s start tag, or removes the attribute if `value` is null.
 * Returns null if nothing changes. The name and the quotes stay as written, and a missing attribute is inserted after
 * the tag name.
 */
export function attributeEdit(
  source: string,
  element: Pick<MarkupElement, 'name' | 'from' | 'attributes'>,
  name: string,
  value: string | null,
): Edit | null {
  const present = element.attributes.find((attribute) => attribute.name === name)
  if (present && present.from >= 0) {
    if (value === present.value) return null
    return value === null ? removal(source, present) : replacement(source, present, value)
  }
  if (value === null || element.from < 0) return null
  const at = element.from + 1 + element.name.length
  return { from: at, to: at, insert: ` ${name}="${escapeAttribute(value, '"')}"` }
}

type Place = { readonly from: number; readonly to: number }

function removal(source: string, { from, to }: Place): Edit {
  let start = from
  while (/\s/.test(source[start - 1] ?? '')) start--
  // Without the space, removing `b` from `<a b="c"d="e">` would join `a` and `d`.
  const isApart = /[\s/>]/.test(source[to] ?? '>')
  return { from: start, to, insert: isApart ? '' : ' ' }
}

function replacement(source: string, { from, to }: Place, value: string): Edit {
  const written = source.slice(from, to)
  const equals = written.indexOf('=')
  if (equals < 0) return { from: to, to, insert: `="${escapeAttribute(value, '"')}"` }
  const start = from + equals + 1 + (/^\s*/.exec(written.slice(equals + 1))?.[0].length ?? 0)
  const quote = source[start]
  if (quote === '"' || quote === "'") {
    const end = source[to - 1] === quote && to - 1 > start ? to - 1 : to
    return { from: start + 1, to: end, insert: escapeAttribute(value, quote) }
  }
  const isBareWord = /^[^\s"'`=<>&/]+$/.test(value)
  return { from: start, to, insert: isBareWord ? value : `"${escapeAttribute(value, '"')}"` }
}

function escapeAttribute(value: string, quote: '"' | "'"): string {
  const escaped = value.replaceAll('&', '&amp;').replaceAll('\u00a0', '&nbsp;')
  return quote === '"' ? escaped.replaceAll('"', '&quot;') : escaped.replaceAll("'", '&#39;')
}
