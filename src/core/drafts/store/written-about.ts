import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isNamedIn } from '#shared/domain/recipients/names-person.ts'
import { visible } from '#shared/text/visible.ts'
import { contentFile } from './draft-on-disk.ts'

type Written = { readonly path: string; readonly subject: string }

/** The names of drafts or sends whose text names the person. */
export async function writtenAbout(what: string, all: readonly Written[], email: string): Promise<string[]> {
  const found: string[] = []
  for (const { path, subject } of all) {
    const text = await readFile(join(path, contentFile), 'utf8').catch(() => '')
    if (isNamedIn(text, email)) found.push(`${what} “${visible(subject.trim()) || 'without a subject'}”`)
  }
  return found
}
