import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'svelte/compiler'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { isTranslated } from '../../scripts/support/texts/is-text.ts'
import { isDeep } from '../support/deep/is-deep.ts'
import { pseudo } from '../../scripts/support/texts/pseudo.ts'
import { translate } from '../../scripts/support/texts/translate.ts'
import { halvesOf } from '../house/prose/halves.ts'
import { messages } from '../house/prose/messages.ts'
import { filesBelow, repository } from '../house/source-tree.ts'

/** The first error of the parser, or nothing. */
function parseError(path: string, source: string): string {
  if (path.endsWith('.svelte')) {
    parse(source, { modern: true })
    return ''
  }
  const { diagnostics = [] } = ts.transpileModule(source, { fileName: path, reportDiagnostics: true })
  return ts.flattenDiagnosticMessageText(diagnostics[0]?.messageText, '\n')
}

test.runIf(isDeep)('every source file can be parsed after all its texts were replaced', () => {
  const language = new Map(messages().map((message) => [message, pseudo(message)]))
  expect(language.size).toBeGreaterThan(5000)
  for (const path of filesBelow('src').filter(isTranslated)) {
    const translated = translate(path, readFileSync(join(repository, path), 'utf8'), language)
    expect(parseError(path, translated), path).toBe('')
  }
})

test.runIf(isDeep)('no text is put together from halves', () => {
  const found = filesBelow('src')
    .filter(isTranslated)
    .flatMap((path) => halvesOf(path, readFileSync(join(repository, path), 'utf8')))
  expect(found).toEqual([])
})
