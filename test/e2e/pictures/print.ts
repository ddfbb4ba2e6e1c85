import { join } from 'node:path'
import { expect, type AppUnderTest } from '../support/fixtures.ts'

const folder = join(import.meta.dirname, '../../../docs/images')

/** Takes two screenshots: `name.png` in light, and `name-dark.png` in dark. With a height, only of the lower part. */
export async function print({ page, pages }: AppUnderTest, name: string, height?: number): Promise<void> {
  const { width, height: whole } = page.viewportSize()!
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(pages.shell.busyParts).toHaveCount(0)
    await expect(pages.shell.busyButtons).toHaveCount(0)
    // A chart is repainted one frame after the theme changes.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const path = join(folder, colorScheme === 'light' ? `${name}.png` : `${name}-dark.png`)
    const clip = height === undefined ? undefined : { x: 0, y: whole - height, width, height }
    await page.screenshot({ path, clip, animations: 'disabled', caret: 'hide' })
  }
}
