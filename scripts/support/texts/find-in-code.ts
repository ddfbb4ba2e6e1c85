import ts from 'typescript'
import { isPhrase, isProse } from './is-text.ts'
import { nameOf, uniquely } from './param-names.ts'
import type { FoundText, Param, Plural, Span } from './text.ts'

/** The texts in TypeScript, from the outer ones to those within their values. `offset` is added to all positions. */
export function textsInCode(code: string, offset = 0): FoundText[] {
  const file = ts.createSourceFile('file.ts', code, ts.ScriptTarget.Latest, true)
  const found: FoundText[] = []
  const spanOf = (node: ts.Node): Span => ({ start: node.getStart(file) + offset, end: node.getEnd() + offset })
  const pluralOf = (node: ts.Node): Plural | undefined => {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'plural') return
    const [formats, count, one, many] = node.arguments
    if (!formats || !count || !one || !ts.isStringLiteral(one) || (many && !ts.isStringLiteral(many))) return
    const other = many?.text ?? `${one.text}s`
    return { formats: spanOf(formats), count: spanOf(count), one: one.text, other }
  }
  const paramOf = (node: ts.Expression): Param => {
    const plural = pluralOf(node)
    const named = plural ? (node as ts.CallExpression).arguments[1]! : node
    return { ...spanOf(node), name: nameOf(named), ...(plural && { plural }) }
  }
  const add = (node: ts.Node, parts: FoundText['parts']): void => {
    const text: FoundText = { place: 'expression', ...spanOf(node), parts: uniquely(parts) }
    const shown = parts.map((part) => (typeof part === 'string' ? part : '…')).join('')
    if (isProse(shown) || isPhrase(shown)) found.push(text)
    // A template that only joins values is not a text, but each count in it is one.
    else for (const part of parts) if (typeof part === 'object' && part.plural) found.push(countOf(part))
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isLiteralTypeNode(node)) return
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (isValue(node)) add(node, [node.text])
    } else if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.flatMap(({ expression, literal }) => [paramOf(expression), literal.text])
      add(node, [node.head.text, ...spans])
    } else if (pluralOf(node) && !ts.isTemplateSpan(node.parent)) {
      found.push(countOf(paramOf(node as ts.CallExpression)))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const countOf = (param: Param): FoundText => {
  const { start, end } = param
  return { place: 'expression', start, end, parts: [{ ...param, name: 'count' }] }
}

/** Calls whose first argument is looked up or compared. */
const compares = /(?:Header|\.(?:startsWith|endsWith|includes|indexOf|get|has))$/

/** Whether a string is used as a value. A name or a compared string must not be translated. */
function isValue(node: ts.StringLiteral | ts.NoSubstitutionTemplateLiteral): boolean {
  const { parent } = node
  if (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) return parent.name !== node
  if (ts.isElementAccessExpression(parent) || ts.isCaseClause(parent)) return false
  if (ts.isCallExpression(parent) && parent.arguments[0] === node && compares.test(parent.expression.getText())) {
    return false
  }
  return !ts.isBinaryExpression(parent) || !/^[!=]==$/.test(parent.operatorToken.getText())
}
