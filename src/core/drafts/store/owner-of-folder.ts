import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '../../base/ports.ts'

/** The account that was just removed, and whether no other account remains. */
export type AccountRemoval = { readonly id: string; readonly isLast: boolean }

/**
 * Whether removing an account also removes the folder of a draft or send that can’t be read completely. If nothing in
 * the folder names an account, the folder may belong to another one, so it stays until no account remains.
 */
export async function goesWith(path: string, { id, isLast }: AccountRemoval, logger: Logger): Promise<boolean> {
  if (isLast) return true
  const owner = await ownerOfFolder(path).catch(() => null)
  if (owner === null) {
    const text = 'A damaged draft or send was kept when an account was removed. It may belong to that account.'
    logger.log('warn', text, { path })
  }
  return owner === id
}

/**
 * Determines the account of a draft or send from what is left of its files. A damaged file that was moved aside still
 * names the account if only its end is missing.
 */
async function ownerOfFolder(path: string): Promise<string | null> {
  for (const name of await readdir(path)) {
    if (!/^(?:content|send)\.json/.test(name)) continue
    const text = await readFile(join(path, name), 'utf8').catch(() => '')
    // If these characters were in the text of a message, the quotes would be escaped.
    const owner = /"accountId":\s*"([^"\\]+)"/.exec(text)?.[1]
    if (owner !== undefined) return owner
  }
  return null
}
