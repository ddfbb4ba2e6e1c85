import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { searchLanguage } from '../../src/shared/domain/query/language.ts'
import { markdownTable } from './markdown-table.ts'
import { repository } from './source-tree.ts'

export const searchPagePath = join(repository, 'docs', 'search.md')

export function readSearchPage(): string {
  return readFileSync(searchPagePath, 'utf8')
}

const markers = ['<!-- language: printed by npm run fix -->', '<!-- end of language -->'] as const

/** The page about the search, with the app’s help table inserted between its two markers. */
export function withLanguageTable(page: string): string {
  const [before, rest] = page.split(markers[0]) as [string, string | undefined]
  const after = rest?.split(markers[1])[1]
  if (after === undefined) throw new Error(`docs/search.md lacks ${markers.join(' or ')}.`)
  const rows = searchLanguage.map(({ about, form, finds, example }) => [about, `\`${form}\``, finds, `\`${example}\``])
  const table = markdownTable(['about', 'form', 'finds', 'example'], rows)
  return `${before}${markers[0]}\n\n${table}\n\n${markers[1]}${after}`
}
