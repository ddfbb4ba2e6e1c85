import { expect, test } from './support/fixtures.ts'
import { savedSettings } from './support/saved-settings.ts'

const settings = JSON.stringify({ theme: 'light', lastView: '#/settings' })

test.describe('the shell', () => {
  test.use({ dataFiles: { 'settings.json': settings } })

  test('the palette finds a command by a part of its name and runs it', async ({ app }) => {
    const { page } = app
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('option', { name: /^Go to About/ })).toBeVisible()
    // One message has a page, but no place to go to without saying which.
    await expect(page.getByRole('option', { name: /^Go to Message/ })).toHaveCount(0)
    await page.getByRole('combobox', { name: 'Type a command' }).fill('dark')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await savedSettings(app, '"dark"')
    await app.restart()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  })

  test('keys work without a mouse: help, sidebar, jobs, views', async ({ app }) => {
    const { page } = app
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard keys' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+j')
    await expect(page.getByRole('dialog', { name: 'Jobs' })).toBeVisible()
    await page.keyboard.press('Control+j')
    await expect(page.getByRole('dialog', { name: 'Jobs' })).toBeHidden()
    await page.keyboard.press('Control+b')
    await expect(page.getByRole('button', { name: /Command palette/ })).toBeVisible()
    await page.keyboard.press('Control+1')
    await expect(page.getByRole('button', { name: 'Connect an account' })).toBeVisible()
  })

  test('tab reaches everything in view and every stop shows its focus', async ({ app }) => {
    const { page } = app
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    const seen = new Set<string>()
    for (let step = 0; step < 25; step++) {
      await page.keyboard.press('Tab')
      const focus = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        const { outlineStyle, boxShadow } = getComputedStyle(element)
        const near = getComputedStyle(element.parentElement ?? element)
        const shown = [outlineStyle, near.outlineStyle].some((style) => style !== 'none')
        const shadow = boxShadow !== 'none' || near.boxShadow !== 'none'
        return { tag: element.tagName, name: element.textContent ?? '', shown: shown || shadow }
      })
      if (focus.tag === 'BODY') break
      expect(focus.shown, `focus on ${focus.tag} ${focus.name.trim()}`).toBe(true)
      seen.add(`${focus.tag} ${focus.name.trim()}`)
    }
    expect(seen.size).toBeGreaterThan(8)
  })

  test('settings are kept: zone, density, date format', async ({ app }) => {
    const { page } = app
    await page.getByText('Comfortable', { exact: true }).click()
    await page.getByLabel('Date format').selectOption('iso')
    await expect(page.getByText(/Now reads \d{4}-\d\d-\d\d/)).toBeVisible()
    await savedSettings(app, '"iso"')
    await savedSettings(app, '"comfortable"')
    await app.restart()
    await expect(page.getByText(/Now reads \d{4}-\d\d-\d\d/)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable')
  })
})

test.describe('with a job that ended', () => {
  const ended = {
    id: 'j',
    kind: 'check',
    title: 'Check the archive',
    accountId: null,
    state: 'done',
    fraction: 1,
    note: '',
    startedAt: 1,
    endedAt: 2,
    cancellable: true,
    result: { text: 'All is well.', fileToken: null },
    error: null,
  }
  test.use({ dataFiles: { 'settings.json': settings, 'jobs.json': JSON.stringify([ended]) } })

  test('an Enter after the key of the jobs takes nothing away', async ({ app }) => {
    const { page } = app
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    const jobs = page.getByRole('dialog', { name: 'Jobs' })
    await page.keyboard.press('Control+j')
    await expect(jobs.getByText('All is well.')).toBeVisible()
    await expect(jobs.getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(jobs).toBeHidden()
    await page.keyboard.press('Control+j')
    await expect(jobs.getByText('All is well.')).toBeVisible()
  })

  test('the jobs that are opened again in the moment in which they close stay open', async ({ app }) => {
    const { page } = app
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    const jobs = page.getByRole('dialog', { name: 'Jobs' })
    await page.keyboard.press('Control+j')
    await expect(jobs.getByRole('button', { name: 'Close' })).toBeFocused()
    // The browser says that a dialog was closed a moment after it: whoever opens the next one first must keep it.
    await jobs.getByRole('button', { name: 'Close' }).evaluate(async (button: HTMLElement) => {
      const closed = new Promise((resolve) => button.closest('dialog')?.addEventListener('close', resolve))
      button.click()
      while (button.isConnected) await Promise.resolve()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', ctrlKey: true, bubbles: true }))
      while (!document.querySelector('dialog[open]')) await Promise.resolve()
      await Promise.race([
        closed,
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      ])
    })
    await expect(jobs.getByText('All is well.')).toBeVisible()
  })
})

test.describe('a damaged settings file', () => {
  test.use({ dataFiles: { 'settings.json': '{"theme": "da' } })

  test('is kept aside and said, and the app still starts', async ({ app }) => {
    const { page } = app
    await expect(page.getByText(/settings\.json could not be read.*settings\.json\.broken-\d+/)).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss this notice' }).click()
    await expect(page.getByText('could not be read')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Connect an account' })).toBeVisible()
  })
})
