import ts from 'typescript'
import type { FoundText, Param } from './text.ts'

/** The name that translators see for a value: `limit` for `formats.number(account.limit)`. */
export function nameOf(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return node.name.text.replace(/^#/, '')
  if (ts.isCallExpression(node)) {
    const [named = 'value'] = node.arguments.map(nameOf).filter((name) => name !== 'value' && name !== 'formats')
    return named === 'value' ? nameOf(node.expression) : named
  }
  if (ts.isElementAccessExpression(node)) return nameOf(node.expression)
  if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) {
    return nameOf(node.expression)
  }
  return 'value'
}

/** Appends a number to the second and later values with the same name. */
export function uniquely(parts: FoundText['parts']): FoundText['parts'] {
  const seen = new Map<string, number>()
  return parts.map((part): string | Param => {
    if (typeof part === 'string') return part
    const count = (seen.get(part.name) ?? 0) + 1
    seen.set(part.name, count)
    return count === 1 ? part : { ...part, name: `${part.name}${count}` }
  })
}
