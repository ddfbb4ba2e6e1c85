import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { browser } from './page-commands.ts'
import { writeOne } from './send-one.ts'

export const loading = page.getByText('Loading editor…')
const finding = page.getByRole('button', { name: /The message is empty/ })

/**
 * Opens an empty message while a file of its editor is held back, and follows the finding that it is empty. The file must
 * not have been loaded before in the same page, so each test file can hold a file only once.
 */
export async function followFinding(htmlMode: 'code' | 'ordinary', file: string): Promise<void> {
  const { id } = await writeOne()
  await browser.invoke('drafts.save', { id, content: { htmlMode, html: '', text: '', textMode: 'none' } })
  await browser.holdFiles(file)
  location.hash = `#/compose/${id}`
  await expect.element(loading).toBeInTheDocument()
  await page.getByRole('tab', { name: 'Checks' }).click()
  await finding.click()
  await expect.element(finding).toHaveFocus()
}
