import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { repository } from './source-tree.ts'

const documents = ['*.md', 'docs/**/*.md', 'src/**/*.md', '.github/**/*.md']

/** Links and pictures in the documents whose target file or heading is missing, as "FILE: LINK". */
export async function deadLinks(): Promise<string[]> {
  const dead: string[] = []
  for await (const path of glob(documents, { cwd: repository })) {
    const file = join(repository, path)
    for (const link of linksOf(await readFile(file, 'utf8'))) {
      if (!(await leadsSomewhere(file, link))) dead.push(`${relative(repository, file)}: ${link}`)
    }
  }
  return dead
}

/** Links and pictures, in Markdown and in HTML. */
export function linksOf(text: string): string[] {
  const links = [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = '']) => link)
  // Tags inside code are examples, not pictures of the document.
  const withoutCode = text.replaceAll(/^```[^`]*^```|`[^`\n]*`/gm, '')
  for (const [, name, value = ''] of withoutCode.matchAll(/\s(href|src|srcset)="([^"]*)"/g)) {
    if (name === 'srcset') links.push(...value.split(',').map((picture) => picture.trim().split(/\s/)[0]!))
    else links.push(value)
  }
  return links
}

/** External links are not checked, so the test needs no network. */
async function leadsSomewhere(file: string, link: string): Promise<boolean> {
  if (/^(?:https?|mailto):/.test(link)) return true
  const [path = '', heading] = link.split('#')
  const target = path === '' ? file : join(dirname(file), path)
  if (!existsSync(target)) return false
  if (heading === undefined) return true
  return headingsOf(await readFile(target, 'utf8')).includes(heading)
}

/** Heading anchors as GitHub generates them. */
function headingsOf(text: string): string[] {
  const titles = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => title.toLowerCase())
  return titles.map((title) => title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'))
}
