import { describe, expect, test } from 'vitest'
import { findInManual } from './find-in-manual.ts'
import { headingId, plain, readMarkdown, runsOf, type Block } from './markdown.ts'
import { manualPageOf, manualPages } from './page-names.ts'
import { readManualPage, targetOf } from './pages.ts'

const documents = import.meta.glob<string>('../../../../../docs/manual/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const pages = await Promise.all(
  manualPages.map(async (page) => ({ ...page, blocks: readMarkdown(await readManualPage(page.name)) })),
)

describe('The manual', () => {
  test('has every document of its folder, in the order of its table of contents', () => {
    const contents = documents['../../../../../docs/manual/README.md']!
    const linked = [...contents.matchAll(/\]\((?:\.\.\/)?([a-z-]+)\.md\)/g)].map(([, name]) => name)
    expect(manualPages.map(({ name }) => name)).toEqual(linked)
    const names = Object.keys(documents).map((path) => path.split('/').at(-1)!.replace('.md', ''))
    expect(linked).toEqual(expect.arrayContaining(names.filter((name) => name !== 'README')))
  })

  test.each(pages)('$name has a title, and its links lead to pages and headings that are there', ({ name, blocks }) => {
    expect(blocks[0]).toMatchObject({ kind: 'heading', level: 1 })
    for (const link of linksIn(blocks)) {
      const target = targetOf(link, name)
      if (target === null || target.heading === undefined) continue
      const { blocks: there } = pages.find((page) => page.name === target.page)!
      expect(there.flatMap((block) => (block.kind === 'heading' ? [block.id] : []))).toContain(target.heading)
    }
  })

  // Any remaining Markdown syntax is something the parser does not support.
  test.each(pages)('$name is written in what the reader of the page knows', ({ blocks }) => {
    const texts = blocks.flatMap(runsIn).filter(({ kind }) => kind !== 'code')
    for (const { text } of texts) expect(text).not.toMatch(/`|\*\*|\]\(|^#|<\/?[a-z]+>/)
  })

  test('explains the view that it is opened from', () => {
    expect([manualPageOf('users'), manualPageOf('message'), manualPageOf('about')]).toEqual([
      'keys',
      'messages',
      'desktop',
    ])
  })

  test('is searched by all words, headings first', async () => {
    const [first] = await findInManual('import old file')
    expect(first).toEqual({
      page: 'history',
      heading: 'import-an-old-file',
      title: 'Import an old file',
      text: expect.anything() as string,
    })
    expect(await findInManual('no-such-word-anywhere')).toEqual([])
  })
})

test('marks inside a line become runs, and what is no mark stays text', () => {
  expect(runsOf('a `b*c` **d** _e f_ snake_case [g](h.md#i) 2 * 3')).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'code', text: 'b*c' },
    { kind: 'text', text: ' ' },
    { kind: 'strong', text: 'd' },
    { kind: 'text', text: ' ' },
    { kind: 'em', text: 'e f' },
    { kind: 'text', text: ' snake_case ' },
    { kind: 'link', text: 'g', to: 'h.md#i' },
    { kind: 'text', text: ' 2 * 3' },
  ])
  expect(headingId('Import a file, `now`')).toBe('import-a-file-now')
})

test('comments and pictures are left out, and the text around them is read', () => {
  const source = 'Before.\n\n<!-- a -->\n<picture>\n  <img src="b.png">\n</picture>\n\nAfter.\n'
  expect(readMarkdown(source).map((block) => block.kind === 'paragraph' && plain(block.runs))).toEqual([
    'Before.',
    'After.',
  ])
})

test('a table keeps the bars inside its cells, and a list its wrapped lines', () => {
  const [table, list] = readMarkdown('| a | b |\n| - | - |\n| `x \\| y` | z |\n\n- one\n  more\n- two\n')
  expect(table).toMatchObject({ kind: 'table', rows: [[[{ kind: 'code', text: 'x | y' }], [{ text: 'z' }]]] })
  expect(list).toMatchObject({ kind: 'list', ordered: false })
  expect(list?.kind === 'list' && list.items.map(plain)).toEqual(['one more', 'two'])
})

function runsIn(block: Block) {
  if (block.kind === 'heading') return [{ kind: 'text', text: block.text } as const]
  if (block.kind === 'code') return []
  if (block.kind === 'paragraph') return block.runs
  return (block.kind === 'list' ? block.items : [block.head, ...block.rows].flat()).flat()
}

function linksIn(blocks: readonly Block[]): string[] {
  return blocks.flatMap(runsIn).flatMap((run) => (run.kind === 'link' ? [run.to] : []))
}
