import { expect, test, type Page } from '@playwright/test'
import { servePreview, type ServedPreview } from '#test/support/page/component-preview.ts'
import { ComponentPreview } from './pages/component-preview.ts'
import { violations } from './support/axe.ts'
import { PageProblems } from './support/page-problems.ts'

let served: ServedPreview
let problems: PageProblems

// All tests of this file use one build.
test.describe.configure({ mode: 'default' })
test.skip(({ browserName }) => browserName !== 'chromium', 'The components are shown in Chromium.')

test.beforeAll(async () => {
  test.setTimeout(180_000)
  served = await servePreview()
})

test.afterAll(() => served.close())

/** Opens the page of all components. */
async function open(page: Page, query = ''): Promise<ComponentPreview> {
  problems = new PageProblems()
  problems.expected.push(/favicon\.ico/)
  problems.watch(page)
  await page.goto(`${served.url}preview.html${query}`)
  const preview = new ComponentPreview(page)
  await expect(preview.htmlEditor).toBeVisible()
  return preview
}

test.afterEach(() => expect(problems.unexpected()).toEqual([]))

test.describe('axe finds no violation', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  for (const theme of ['light', 'dark']) {
    test(`in the ${theme} theme, or in anything that opens`, async ({ page }) => {
      const preview = await open(page, `?theme=${theme}`)
      expect(await violations(page)).toEqual([])

      for (const [name, part] of Object.entries(preview.layers)) {
        await preview.button(name).click()
        expect(await violations(page, part), name).toEqual([])
        await page.keyboard.press('Escape')
        await expect(preview.button(name)).toBeFocused()
      }

      await preview.button('Compared with: 1 – 31 Jan 2026 America/New_York').click()
      await expect(preview.dialog.getByRole('application')).toBeVisible()
      expect(await violations(page, '[role=dialog]'), 'date range').toEqual([])
      await page.keyboard.press('Escape')

      await preview.timeZone.click()
      await expect(page.getByRole('listbox')).toBeVisible()
      expect(await violations(page, '.popover'), 'combobox').toEqual([])
      await page.keyboard.press('Escape')

      for (const name of ['Warning', 'Error', 'With Undo']) await preview.button(name).click()
      expect(await violations(page, 'section[popover]'), 'toasts').toEqual([])
    })
  }

  test('at comfortable density in a small window', async ({ page }) => {
    await page.setViewportSize({ width: 900, height: 600 })
    await open(page, '?density=comfortable')
    expect(await violations(page)).toEqual([])
    const sideways = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    expect(sideways).toBeLessThanOrEqual(0)
  })
})

test('a table of five million rows scrolls to both ends and pixel by pixel, and selects all of them', async ({
  page,
}) => {
  const preview = await open(page)
  const { grid } = preview
  const row = (number: string) => grid.getByRole('row').filter({ hasText: `${number} ` })
  await expect(grid).toHaveAttribute('aria-rowcount', '5000001')
  await grid.focus()
  await page.keyboard.press('End')
  await expect(row('4,999,999')).toBeInViewport()
  await expect(row('4,999,999')).toHaveAttribute('aria-rowindex', '5000001')
  await page.keyboard.press('Home')
  await expect(row('4,999,999')).toHaveCount(0)

  await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2))
  const first = grid.locator('[data-row="2500270"]')
  await expect(first).toBeVisible()
  await grid.hover()
  const before = (await first.boundingBox())?.y ?? 0
  await page.mouse.wheel(0, 56)
  await expect.poll(async () => Math.round(before - ((await first.boundingBox())?.y ?? 0))).toBe(56)

  await test.step('a jump just when scrolling comes to rest is not undone', async () => {
    await grid.evaluate(async (element) => {
      element.scrollTo(0, 0)
      await new Promise((scrolled) => element.addEventListener('scroll', scrolled, { once: true }))
      // Until the scrolling counts as finished: the timers for that run before the page handles the jump.
      const end = performance.now() + 300
      while (performance.now() < end);
      element.scrollTo(0, element.scrollHeight / 2)
    })
    await expect(first).toBeVisible()
  })

  await page.keyboard.press('Control+a')
  await expect(preview.selected).toHaveText('5,000,000 of 5,000,000 selected')
})

test('rows are selected by mouse and keyboard, and copied as a table', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const preview = await open(page)
  const { grid } = preview
  await grid.locator('[data-row="2"]').click()
  await page.keyboard.press('Shift+ArrowDown')
  await grid.locator('[data-row="6"]').click({ modifiers: ['Control'] })
  await expect(preview.selected).toHaveText('3 of 5,000,000 selected')
  await page.keyboard.press('Control+c')
  await expect(page.getByText('Copied 3 rows').first()).toBeVisible()
  const lines = (await page.evaluate<string>('navigator.clipboard.readText()')).split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]?.split('\t').slice(2, 4)).toEqual(['recipient-2@mail.example.org', 'Your parcel is on its way'])
})

test('columns are sorted, widened, moved and hidden from the keyboard', async ({ page }) => {
  const preview = await open(page)
  const { grid } = preview
  const header = (name: string) => grid.getByRole('columnheader', { name, exact: true })
  const date = header('Date').getByRole('button')
  await date.focus()
  await page.keyboard.press('Enter')
  await expect(header('Date')).toHaveAttribute('aria-sort', 'ascending')
  const width = (await header('Date').boundingBox())?.width ?? 0
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => (await header('Date').boundingBox())?.width).toBe(width + 16)
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: 'Move right' }).press('Enter')
  await expect(header('Date')).toHaveAttribute('aria-colindex', '3')
  await preview.button('Columns').press('Enter')
  // The menu stays open while several columns are chosen, by key and by pointer.
  const choice = (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true })
  await choice('Recipient').press('Enter')
  await expect(header('Recipient')).toHaveCount(0)
  await expect(choice('Recipient')).toBeFocused()
  await expect(choice('Recipient')).not.toBeChecked()
  await choice('Recipient').click()
  await expect(header('Recipient')).toHaveCount(1)
  await choice('Subject').click()
  await expect(header('Subject')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(preview.button('Columns')).toBeFocused()
})

test('a menu follows arrow keys, first letters and Escape', async ({ page }) => {
  const preview = await open(page)
  await preview.button('Actions').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused()
  await page.keyboard.press('d')
  await expect(page.getByRole('menuitem', { name: 'Delete draft' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(preview.button('Actions')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Last: Delete draft')).toBeVisible()
})

test('a dialog focuses its first field, and a toast that appears over it can be used', async ({ page }) => {
  const preview = await open(page)
  await preview.button('Dialog').click()
  await expect(preview.dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await preview.button('Toast from here').click()
  await page.keyboard.press('F8')
  await expect(preview.button('Undo')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(preview.button('Undo')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(preview.dialog).toHaveCount(0)
  await expect(preview.button('Dialog')).toBeFocused()
})

test('a dangerous action asks for the name to be typed, and a failed one keeps its dialog open', async ({ page }) => {
  const preview = await open(page)
  await preview.button('Confirm by typing').click()
  await expect(preview.button('Remove account')).toBeDisabled()
  await page.keyboard.type('Production')
  await page.keyboard.press('Enter')
  await expect(preview.confirmation).toHaveCount(0)

  await preview.button('Confirm that fails').click()
  await expect(preview.confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await preview.confirmation.getByRole('button', { name: 'Delete' }).click()
  await expect(preview.confirmation.getByRole('alert')).toHaveText('The data folder is read-only. Nothing was removed.')
})

test('a combobox ignores accents, and accepts free text only where that is allowed', async ({ page }) => {
  const preview = await open(page)
  const { timeZone, tag } = preview
  await timeZone.click()
  await page.keyboard.type('sao')
  await page.keyboard.press('Enter')
  await expect(timeZone).toHaveValue('America/São_Paulo')
  await timeZone.fill('nowhere')
  await timeZone.blur()
  await expect(timeZone).toHaveValue('America/São_Paulo')
  await tag.fill('billing')
  await page.keyboard.press('Enter')
  await expect(tag).toHaveValue('billing')
})

test('in forced colours, an option in focus has a frame and the chosen one a check mark', async ({ page }) => {
  const preview = await open(page)
  await page.emulateMedia({ forcedColors: 'active' })
  await preview.format.press('Enter')
  await page.keyboard.press('ArrowDown')
  expect(await preview.focusedOption()).toEqual({ inList: true, frame: 'solid', mark: 'block' })
})

test('chips are made from addresses, mark wrong ones and are removed by Backspace', async ({ page }) => {
  const preview = await open(page)
  const input = preview.recipients
  const chip = (name: string) => page.getByRole('button', { name: `Remove ${name}` })
  await input.focus()
  await page.keyboard.type('"Lee, Ann" <lee@example.com>')
  await page.keyboard.press('Enter')
  await expect(input).toHaveValue('')
  await page.keyboard.type('eve@example.com,')
  await expect(chip('eve@example.com')).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(chip('eve@example.com')).toHaveCount(0)
  await expect(page.getByText('This is not an address.').first()).toBeAttached()
})

test('a period is chosen by preset or by days, and always names its time zone', async ({ page }) => {
  const preview = await open(page)
  await preview.button('Period: All time Europe/Paris').click()
  // Nothing is chosen yet, so there is nothing to apply.
  await expect(preview.button('Apply')).toBeDisabled()
  await expect(page.getByLabel('From')).toHaveValue('')
  await preview.button('Last 7 days').click()
  const period = preview.button('Period: Last 7 days Europe/Paris')
  await expect(period).toBeFocused()

  await preview.button('Compared with: 1 – 31 Jan 2026 America/New_York').click()
  await page.getByLabel('From').fill('2026-02-10')
  await expect(page.getByText('The first day is after the last day.')).toBeVisible()
  await expect(preview.button('Apply')).toBeDisabled()
  await page.getByLabel('To', { exact: true }).fill('2026-02-12')
  await expect(page.getByText('3 days in America/New_York')).toBeVisible()
  await preview.button('Apply').click()
  await expect(preview.button('Compared with: 10 – 12 Feb 2026 America/New_York')).toBeFocused()
})

test('the uppermost part of a bar is seen however small it is, and picked by click and by F', async ({ page }) => {
  const preview = await open(page)
  const { chart } = preview
  const { width } = (await chart.boundingBox())!
  const [monday, tuesday, wednesday] = [width / 6, width / 2, (width / 6) * 5]
  // Three failures of five thousand, above the bar that reaches the top.
  await expect.poll(() => preview.redAt(monday, 1)).toBeGreaterThan(60)
  await chart.hover({ position: { x: monday, y: 2 } })
  await expect(page.getByText('Monday: 5000 · click for the failures')).toBeVisible()
  await chart.click({ position: { x: monday, y: 2 } })
  await expect(page.getByText('Picked: failures of Monday')).toBeVisible()
  await chart.click({ position: { x: wednesday, y: 30 } })
  await expect(page.getByText('Picked: failures of Wednesday')).toBeVisible()

  await test.step('F picks nothing where nothing failed, and Shift keeps the whole range', async () => {
    await chart.click({ position: { x: tuesday, y: 50 } })
    await page.keyboard.press('f')
    await expect(page.getByText('Picked: Tuesday')).toBeVisible()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+Enter')
    await expect(page.getByText('Picked: Tuesday and Wednesday')).toBeVisible()
  })
})

test('an error is part of the accessible description of its field', async ({ page }) => {
  const preview = await open(page)
  const url = preview.baseUrl
  await expect(url).toHaveAttribute('aria-invalid', 'true')
  await expect(url).toHaveAccessibleDescription('A base URL starts with https://.')
})

test('files are added by dropping them and by browsing', async ({ page }) => {
  const preview = await open(page)
  const zone = preview.button('Drop attachments here, or browse')
  const chooser = page.waitForEvent('filechooser')
  await zone.press('Enter')
  await (await chooser).setFiles([{ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') }])
  await expect(page.getByText('Taken: invoice.pdf')).toBeVisible()
  const transfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer()
    data.items.add(new File(['a'], 'list.csv'))
    return data
  })()`)
  await zone.dispatchEvent('drop', { dataTransfer: transfer })
  await expect(page.getByText('Taken: list.csv')).toBeVisible()
})
