import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type AppUnderTest } from './fixtures.ts'

/** A setting is shown at once and saved behind; before a restart a test waits for it, as a user does without knowing. */
export async function savedSettings(app: AppUnderTest, text: string): Promise<void> {
  await expect.poll(() => readFile(join(app.dataFolder, 'settings.json'), 'utf8').catch(() => '')).toContain(text)
}
