import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { repository } from './source-tree.ts'

const documents = ['*.md', 'docs/**/*.md', 'src/**/*.md', '.github/**/*.md']

/** Links and pictures of the documents, "FILE: LINK", whose file or heading is not there. */
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
  // Code shows tags that are no pictures of the document.
  const withoutCode = text.replaceAll(/^```[^`]*^```|`[^`\n]*`/gm, '')
  for (const [, name, value = ''] of withoutCode.matchAll(/\s(href|src|srcset)="([^"]*)"/g)) {
    if (name === 'srcset') links.push(...value.split(',').map((picture) => picture.trim().split(/\s/)[0]!))
    else links.push(value)
  }
  return links
}

/** Nothing is asked of the network. */
async function leadsSomewhere(file: string, link: string): Promise<boolean> {
  if (/^(?:https?|mailto):/.test(link)) return true
  const [path = '', heading] = link.split('#')
  const target = path === '' ? file : join(dirname(file), path)
  if (!existsSync(target)) return false
  if (heading === undefined) return true
  return headingsOf(await readFile(target, 'utf8')).includes(heading)
}

/** As GitHub names them. */
function headingsOf(text: string): string[] {
  const titles = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => title.toLowerCase())
  return titles.map((title) => title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'))
}
