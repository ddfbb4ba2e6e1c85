import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Names the build of a page by its document, which names the digests of all other files. Read each time, as a build may take
 * the place of another while the host runs. Empty for a page that is not there.
 */
export async function buildOf(folder: string): Promise<string> {
  const document = await readFile(join(folder, 'index.html')).catch(() => null)
  return document === null ? '' : createHash('sha256').update(document).digest('base64url')
}
