/** A run of text. The content of `code` is shown verbatim. */
export type Run =
  | { readonly kind: 'text' | 'code' | 'strong' | 'em'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string }

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string; readonly id: string }
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Run[])[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly head: readonly (readonly Run[])[]; readonly rows: readonly Cells[] }
type Cells = readonly (readonly Run[])[]

/** Parses the small subset of Markdown that our own documents use; a test enforces that they stay within it. */
export function readMarkdown(source: string): Block[] {
  // Omits screenshots of the app, which are for people who read the documents outside the app.
  const lines = without(without(source, '<!--', '-->'), '<picture>', '</picture>').split('\n')
  const blocks: Block[] = []
  while (lines.length > 0) {
    if (lines[0]!.trim() === '') lines.shift()
    else blocks.push(nextBlock(lines))
  }
  return blocks
}

function without(source: string, opening: string, closing: string): string {
  const start = source.indexOf(opening)
  const end = source.indexOf(closing, start)
  if (start < 0 || end < 0) return source
  return source.slice(0, start) + without(source.slice(end + closing.length), opening, closing)
}

function nextBlock(lines: string[]): Block {
  const [first = ''] = lines
  const heading = /^(#{1,6}) (.*)$/.exec(first)
  if (heading) {
    lines.shift()
    const text = plain(runsOf(heading[2]!))
    return { kind: 'heading', level: heading[1]!.length, text, id: headingId(text) }
  }
  if (first.startsWith('```')) return readCode(lines)
  if (first.startsWith('|')) return readTable(lines)
  if (isItem(first)) return readList(lines)
  // Consumes at least one line, so that parsing always advances.
  return { kind: 'paragraph', runs: runsOf([lines.shift()!, ...takeWhile(lines, isText)].join(' ')) }
}

function readCode(lines: string[]): Block {
  lines.shift()
  const inside = takeWhile(lines, (line) => !line.startsWith('```'))
  lines.shift()
  return { kind: 'code', text: inside.join('\n') }
}

function readTable(lines: string[]): Block {
  const [head = [], , ...rows] = takeWhile(lines, (line) => line.startsWith('|')).map(cellsOf)
  return { kind: 'table', head, rows }
}

/** A pipe character inside a cell is written as `\|`. */
function cellsOf(line: string): Cells {
  const cells = line.replaceAll('\\|', '\u0000').split('|').slice(1, -1)
  return cells.map((cell) => runsOf(cell.replaceAll('\u0000', '|').trim()))
}

const isItem = (line: string): boolean => line.startsWith('- ') || /^\d+\. /.test(line)

function readList(lines: string[]): Block {
  const ordered = !lines[0]!.startsWith('- ')
  const items: string[] = []
  for (const line of takeWhile(lines, (next) => isItem(next) || next.startsWith('  '))) {
    if (isItem(line)) items.push(line.replace(/^(?:-|\d+\.) +/, ''))
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return { kind: 'list', ordered, items: items.map(runsOf) }
}

const isText = (line: string): boolean => line.trim() !== '' && !/^(?:#{1,6} |```|\|)/.test(line) && !isItem(line)

function takeWhile(lines: string[], goesOn: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !goesOn(line))
  return lines.splice(0, end === -1 ? lines.length : end)
}

const marks: readonly [RegExp, (found: RegExpExecArray) => Run][] = [
  [/^`([^`]+)`/, ([, text]) => ({ kind: 'code', text: text! })],
  [/^\*\*([^*]+)\*\*/, ([, text]) => ({ kind: 'strong', text: text! })],
  [/^_([^_]+)_(?![\p{L}\p{N}])/u, ([, text]) => ({ kind: 'em', text: text! })],
  [/^\[([^\]]+)\]\(([^)]+)\)/, ([, text, to]) => ({ kind: 'link', text: text!.replaceAll('`', ''), to: to! })],
]

export function runsOf(source: string): Run[] {
  const runs: Run[] = []
  let text = ''
  const end = (): void => {
    if (text !== '') runs.push({ kind: 'text', text })
    text = ''
  }
  for (let at = 0; at < source.length;) {
    const mark = /[`*_[]/.test(source[at]!) ? markAt(source.slice(at)) : null
    if (mark) {
      end()
      runs.push(mark.run)
      at += mark.length
    } else text += source[at++]
  }
  end()
  return runs
}

function markAt(rest: string): { run: Run; length: number } | null {
  for (const [form, run] of marks) {
    const found = form.exec(rest)
    if (found) return { run: run(found), length: found[0].length }
  }
  return null
}

export function plain(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('')
}

/** Returns the id by which links in the documents refer to a heading. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')
}
