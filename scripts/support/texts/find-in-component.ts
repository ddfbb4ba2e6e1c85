import { parse } from 'svelte/compiler'
import ts from 'typescript'
import { textsInCode } from './find-in-code.ts'
import { isProse, readAttributes } from './is-text.ts'
import { nameOf, uniquely } from './param-names.ts'
import type { FoundText, Param, Span } from './text.ts'

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown }

/** The texts of a Svelte component, in its scripts and its markup. */
export function textsInComponent(source: string): FoundText[] {
  const ast = parse(source, { modern: true })
  const found: FoundText[] = []
  for (const script of [ast.instance, ast.module]) {
    if (!script) continue
    const { start, end } = script.content as unknown as Node
    found.push(...textsInCode(source.slice(start, end), start))
  }
  const visitExpression = ({ start, end }: Node): void => {
    // Without the parentheses, an object would be parsed as a block.
    found.push(...textsInCode(`(${source.slice(start, end)})`, start - 1))
  }
  const paramOf = ({ expression }: Node): Param => paramIn(source, expression as Node)
  const visitAttribute = (node: Node): void => {
    const values = (Array.isArray(node['value']) ? node['value'] : [node['value']]).filter(isNode)
    const attribute = String(node['name'])
    const parts = values.map((part) => (part.type === 'Text' ? String(part['data']) : paramOf(part)))
    const isText = values.some(({ type }) => type === 'Text') && readAttributes.test(attribute)
    if (isText && isProse(joined(parts))) {
      found.push({ place: 'attribute', attribute, start: node.start, end: node.end, parts: uniquely(parts) })
    }
    if (!unread.test(attribute)) values.filter(({ type }) => type === 'ExpressionTag').forEach(visit)
  }
  /** Text and the values in it form one sentence. */
  const visitParts = (nodes: readonly Node[]): void => {
    let run: Node[] = []
    const flush = (): void => {
      const parts = run.map((part) => (part.type === 'Text' ? String(part['data']) : paramOf(part)))
      const first = run[0]
      if (first && parts.some((part) => typeof part === 'string' && /\p{L}/u.test(part))) {
        found.push({ place: 'markup', start: first.start, end: run.at(-1)!.end, parts: uniquely(parts) })
      }
      run = []
    }
    for (const node of nodes) {
      if (node.type === 'Text' || node.type === 'ExpressionTag') run.push(node)
      else flush()
      if (node.type !== 'Text' && node.type !== 'Comment') visit(node)
    }
    flush()
  }
  const visit = (node: Node): void => {
    if (node.type === 'Attribute') return visitAttribute(node)
    if (node.type === 'Fragment') return visitParts(node['nodes'] as Node[])
    if (node.type === 'ConstTag') return visitExpression(initOf(node))
    if (isExpression(node)) return visitExpression(node)
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) child.filter(isNode).forEach(visit)
      else if (isNode(child)) visit(child)
    }
  }
  visit(ast.fragment as unknown as Node)
  return found
}

/** Attributes whose values are never shown. */
const unread = /^(?:class|style|id|type|role|icon|href|src)$/

/** The nodes of Svelte’s own syntax. All others are expressions or patterns. */
const templateNodes =
  /^(?:Fragment|Text|Comment|\w+(?:Tag|Block|Element|Component|Directive)|Attribute|SpreadAttribute|Component|SlotElement|TitleElement)$/

const isExpression = ({ type }: Node): boolean => !templateNodes.test(type)

function initOf({ declaration }: Node): Node {
  const [declarator] = (declaration as { declarations: { init: Node }[] }).declarations
  return declarator!.init
}

function paramIn(source: string, { start, end }: Span): Param {
  const [found] = textsInCode(`(${source.slice(start, end)})`, start - 1)
  const [whole] = found?.start === start && found.end === end ? found.parts : []
  const plural = typeof whole === 'object' ? whole.plural : undefined
  const name = nameAt(source, plural?.count ?? { start, end })
  return { start, end, name, ...(plural && { plural }) }
}

function nameAt(source: string, { start, end }: Span): string {
  const file = ts.createSourceFile('file.ts', `(${source.slice(start, end)})`, ts.ScriptTarget.Latest, true)
  const [statement] = file.statements
  return statement && ts.isExpressionStatement(statement) ? nameOf(statement.expression) : 'value'
}

function joined(parts: FoundText['parts']): string {
  return parts.map((part) => (typeof part === 'string' ? part : '…')).join('')
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'
}
