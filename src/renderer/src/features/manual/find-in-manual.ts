import { headingId, plain, readMarkdown, type Block } from './markdown.ts'
import { manualPages } from './page-names.ts'
import { readManualPage } from './pages.ts'

/** A heading in the manual, with all of the text below it. */
type Section = { readonly page: string; readonly heading: string; readonly title: string; readonly text: string }

export type FoundSection = Omit<Section, 'text'>

let read: Promise<Section[]> | undefined

/** Returns the sections that contain every word; those with a word in their heading come first. */
export async function findInManual(typed: string): Promise<FoundSection[]> {
  read ??= readSections().catch((thrown: unknown) => {
    // The next attempt loads the manual again.
    read = undefined
    throw thrown
  })
  const sections = await read
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = sections.filter(({ title, text }) =>
    words.every((word) => `${title} ${text}`.toLowerCase().includes(word)),
  )
  const isNamed = ({ title }: Section): boolean => words.some((word) => title.toLowerCase().includes(word))
  return [...found.filter(isNamed), ...found.filter((section) => !isNamed(section))]
}

async function readSections(): Promise<Section[]> {
  const pages = manualPages.map(async ({ name }) => sectionsOf(name, readMarkdown(await readManualPage(name))))
  return (await Promise.all(pages)).flat()
}

function sectionsOf(page: string, blocks: readonly Block[]): Section[] {
  const sections: { page: string; heading: string; title: string; text: string }[] = []
  for (const block of blocks) {
    if (block.kind === 'heading') {
      sections.push({ page, title: block.text, heading: headingId(block.text), text: '' })
      continue
    }
    const last = sections.at(-1)
    if (last) last.text += ` ${textOf(block)}`
  }
  return sections
}

function textOf(block: Exclude<Block, { kind: 'heading' }>): string {
  if (block.kind === 'code') return block.text
  if (block.kind === 'paragraph') return plain(block.runs)
  const cells = block.kind === 'list' ? block.items : [block.head, ...block.rows].flat()
  return cells.map(plain).join(' ')
}
