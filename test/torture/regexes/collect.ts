import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'svelte/compiler'
import ts from 'typescript'

export type FoundRegex = {
  /** The location: `src/core/dispatch.ts:12`. */
  readonly place: string
  /** Null if the source is built at run time. */
  readonly source: string | null
  readonly flags: string
  /** The reason given for disabling the lint rule there; null if it is enabled. */
  readonly exemption: string | null
}

const root = fileURLToPath(new URL('../../../', import.meta.url))
const disabled = /eslint-disable-next-line mailroom\/linear-regex(?: -- ([^\n]{10,300}))?/

/** Every regex in the sources, without tests: literals and `RegExp(…)`, in scripts and in the markup of components. */
export function collectRegexes(): FoundRegex[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.(?:ts|svelte)$/.test(name) && !name.endsWith('.test.ts'))
    .toSorted()
    .flatMap(readFile)
}

function readFile(file: string): FoundRegex[] {
  const text = readFileSync(join(root, file), 'utf8')
  const lines = text.split('\n')
  const found = file.endsWith('.svelte') ? inComponent(text) : inScript(text)
  return found.map(({ at, source, flags }) => {
    const line = text.slice(0, at).split('\n').length
    const comment = disabled.exec(lines[line - 2] ?? '')
    return { place: `${file}:${line}`, source, flags, exemption: comment === null ? null : (comment[1] ?? '') }
  })
}

type Found = { at: number; source: string | null; flags: string }

function inScript(text: string): Found[] {
  const found: Found[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({ at: node.getStart(file), source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(file) === 'RegExp') {
      const [source, flags] = node.arguments ?? []
      found.push({
        at: node.getStart(file),
        source: source && ts.isStringLiteralLike(source) ? source.text : null,
        flags: flags && ts.isStringLiteralLike(flags) ? flags.text : '',
      })
    }
    ts.forEachChild(node, visit)
  }
  const file = ts.createSourceFile('script.ts', text, ts.ScriptTarget.Latest)
  visit(file)
  return found
}

/** The compiler’s tree consists of plain objects; a regex is a literal node with its pattern. */
function inComponent(text: string): Found[] {
  const found: Found[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, start, regex, callee } = node as Record<string, unknown>
    if (type === 'Literal' && regex) {
      const { pattern, flags } = regex as { pattern: string; flags: string }
      found.push({ at: Number(start), source: pattern, flags })
    } else if ((callee as { name?: unknown } | undefined)?.name === 'RegExp') {
      found.push({ at: Number(start), source: null, flags: '' })
    }
    Object.values(node).forEach(visit)
  }
  visit(parse(text, { modern: true }))
  return found
}
