import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type AppUnderTest } from './fixtures.ts'

/** A setting applies at once and is saved a moment later, so a test waits for this before it restarts the app. */
export async function savedSettings(app: AppUnderTest, text: string): Promise<void> {
  await expect.poll(() => readFile(join(app.dataFolder, 'settings.json'), 'utf8').catch(() => '')).toContain(text)
}
