/** A comment or a user-visible text joined into one line, and the line where it starts. */
export type Sentence = { readonly line: number; readonly text: string }

/**
 * The comments of a source file in any language, with those that span lines joined. Directives for tools are skipped.
 */
export function commentsOf(source: string): Sentence[] {
  const found: { line: number; text: string; isLine: boolean }[] = []
  let end = ''
  const lines = source.split('\n')
  for (const [index, whole] of lines.entries()) {
    const line = whole.trim()
    const last = found.at(-1)
    if (end !== '') {
      last!.text += ` ${line.replace(/^\*(?!\/) ?/, '')}`
      if (line.endsWith(end)) end = ''
      continue
    }
    const start = ['/**', '/*', '<!--', '//'].find((mark) => line.startsWith(mark))
    const number = index + 1
    if (start === '//') {
      const isSame = last?.isLine === true && lines[index - 1]!.trim().startsWith('//')
      if (isSame) last.text += ` ${line.slice(2)}`
      else found.push({ line: number, text: line.slice(2), isLine: true })
    } else if (start !== undefined) {
      found.push({ line: number, text: line.slice(start.length), isLine: false })
      const closing = start === '<!--' ? '-->' : '*/'
      if (!line.endsWith(closing)) end = closing
    } else {
      const behind = /\S \/\/ (.+)$/.exec(line)?.[1]
      if (behind !== undefined) found.push({ line: number, text: behind, isLine: false })
    }
  }
  return found.map(({ line, text }) => ({ line, text: inOneLine(text) })).filter(({ text }) => !isDirective(text))
}

function inOneLine(text: string): string {
  return text
    .replace(/(?:\*\/|-->)$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function isDirective(text: string): boolean {
  return text === '' || /^(?:svelte-ignore|eslint|prettier|@ts-|@vite|v8 ignore|#region)/.test(text)
}
