import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppUnderTest } from './fixtures.ts'

/** Writes a file and chooses it in the open import dialog. */
export async function chooseFile(app: AppUnderTest, name: string, content: string): Promise<void> {
  const path = join(app.dataFolder, name)
  await writeFile(path, content)
  await app.pages.imports.choose(path)
}
