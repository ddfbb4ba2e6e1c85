import { parse } from 'svelte/compiler'
import ts from 'typescript'
import type { Sentence } from './comments.ts'

/** Attributes and component properties whose values are shown to users. */
const read =
  /^(?:aria-label|aria-description|alt|placeholder|title|label|hint|text|message|description|name|tip|noun|[a-z]+Label)$/

/** The user-visible texts of a source file: strings that look like prose rather than keys, paths or patterns. */
export function textsOf(path: string, source: string): Sentence[] {
  return path.endsWith('.svelte') ? textsOfComponent(source) : textsOfCode(source, 0)
}

function textsOfCode(code: string, linesBefore: number): Sentence[] {
  const file = ts.createSourceFile('file.ts', code, ts.ScriptTarget.Latest, true)
  const found: Sentence[] = []
  const add = (node: ts.Node, text: string): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
    if (isRead(text)) found.push({ line: line + 1 + linesBefore, text: text.replaceAll(/\s+/g, ' ').trim() })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isLiteralTypeNode(node)) return
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node, node.text)
    else if (ts.isTemplateExpression(node)) {
      add(node, node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join(''))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const foreign = /^\(?(?:SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|ALTER|DROP|PRAGMA|BEGIN) |^M-?\d/

/** Whether a string looks like prose rather than a key, a URL, a CSS class, SQL or the path of an icon. */
function isRead(text: string): boolean {
  if (foreign.test(text.trim())) return false
  return /^[“"(]?[\p{Lu}…][^<>{}\\=]*\p{Ll}/u.test(text.trim()) && !/^[A-Z][a-z]+(?:[A-Z][a-z]+)+$/.test(text)
}

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown }

function textsOfComponent(source: string): Sentence[] {
  const ast = parse(source, { modern: true })
  const lineAt = (offset: number): number => source.slice(0, offset).split('\n').length
  const found: Sentence[] = []
  for (const script of [ast.instance, ast.module]) {
    if (!script) continue
    const { start, end } = script.content as unknown as { start: number; end: number }
    found.push(...textsOfCode(source.slice(start, end), lineAt(start) - 1))
  }
  const add = (start: number, text: string): void => {
    if (isRead(text)) found.push({ line: lineAt(start), text: text.replaceAll(/\s+/g, ' ').trim() })
  }
  const visit = (node: Node): void => {
    if (node.type === 'Attribute') {
      const value = Array.isArray(node['value']) ? (node['value'] as Node[]) : [node['value'] as Node]
      if (read.test(String(node['name']))) add(node.start, joined(value))
      value.forEach((part) => part?.type === 'ExpressionTag' && visit(part))
      return
    }
    if (node.type === 'Fragment') return visitParts(node['nodes'] as Node[])
    if (node.type === 'Literal' && typeof node['value'] === 'string') return add(node.start, node['value'])
    if (node.type === 'TemplateLiteral') {
      const parts = node['quasis'] as { value: { cooked: string } }[]
      return add(node.start, parts.map(({ value }) => value.cooked).join('…'))
    }
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) child.filter(isNode).forEach(visit)
      else if (isNode(child)) visit(child)
    }
  }
  /** Text and the expressions in it form one sentence. */
  const visitParts = (nodes: readonly Node[]): void => {
    let [text, start] = ['', 0]
    const flush = (): void => {
      add(start, text)
      text = ''
    }
    for (const node of nodes) {
      if (node.type !== 'Text' && node.type !== 'ExpressionTag') flush()
      else if (text === '') start = node.start
      if (node.type === 'Text') text += String(node['data'])
      else if (node.type === 'ExpressionTag') text += '…'
      if (node.type !== 'Text' && node.type !== 'Comment') visit(node)
    }
    flush()
  }
  visit(ast.fragment as unknown as Node)
  return found.toSorted((one, other) => one.line - other.line)
}

function joined(parts: readonly Node[]): string {
  return parts.map((part) => (part?.type === 'Text' ? String(part['data']) : '…')).join('')
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'
}
