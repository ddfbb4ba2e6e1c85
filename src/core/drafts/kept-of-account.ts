import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isNamedIn } from '#shared/domain/recipients/names-person.ts'
import { visible } from '#shared/text/visible.ts'
import { folderBytes } from '../base/folders.ts'
import { contentFile } from './store/draft-on-disk.ts'

/** Of the folders of drafts, or of sends. */
export async function sizeOf(own: readonly { readonly path: string }[]): Promise<{ bytes: number; items: number }> {
  let bytes = 0
  for (const { path } of own) bytes += await folderBytes(path)
  return { bytes, items: own.length }
}

type Written = { readonly path: string; readonly subject: string }

/** Of drafts, or of what was sent, the names of those whose text names the person. */
export async function writtenAbout(what: string, all: readonly Written[], email: string): Promise<string[]> {
  const found: string[] = []
  for (const { path, subject } of all) {
    const text = await readFile(join(path, contentFile), 'utf8').catch(() => '')
    if (isNamedIn(text, email)) found.push(`${what} “${visible(subject.trim()) || 'without a subject'}”`)
  }
  return found
}
