import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ComponentPreview } from './pages/component-preview.ts'
import { paleParts, violations } from './support/axe.ts'
import { box, focus } from './support/elements.ts'
import { browser } from './support/page-commands.ts'

const { press, type } = browser

describe('axe finds no violation', () => {
  test.each(['Light', 'Dark'] as const)('in the %s theme, including everything that opens', async (theme) => {
    await browser.emulateMedia({ reducedMotion: 'reduce' })
    const preview = await ComponentPreview.open()
    await preview.choice(theme).click()
    const found = theme === 'Light' ? violations : paleParts
    expect(await found()).toEqual([])

    for (const [name, part] of Object.entries(preview.layers)) {
      await preview.button(name).click()
      expect(await found(part), name).toEqual([])
      await press('Escape')
      await expect.element(preview.button(name)).toHaveFocus()
    }

    await preview.button('Compared with: 1 – 31 Jan 2026 America/New_York').click()
    await expect.element(preview.dialog.getByRole('application')).toBeVisible()
    expect(await found('[role=dialog]'), 'date range').toEqual([])
    await press('Escape')

    await preview.timeZone.click()
    await expect.element(page.getByRole('listbox')).toBeVisible()
    expect(await found('.popover'), 'combobox').toEqual([])
    await press('Escape')

    for (const name of ['Warning', 'Error', 'With Undo']) await preview.button(name).click()
    expect(await found('section[popover]'), 'toasts').toEqual([])
  })

  test('at comfortable density in a small window', async () => {
    await browser.emulateMedia({ reducedMotion: 'reduce' })
    await page.viewport(900, 600)
    const preview = await ComponentPreview.open()
    await preview.choice('Comfortable').click()
    expect(await violations()).toEqual([])
    expect(document.documentElement.scrollWidth - innerWidth).toBeLessThanOrEqual(0)
  })
})

test('a table of five million rows scrolls to both ends and pixel by pixel, and selects all of them', async () => {
  const preview = await ComponentPreview.open()
  const { grid } = preview
  const row = (number: string) => grid.getByRole('row').filter({ hasText: `${number} ` })
  await expect.element(grid).toHaveAttribute('aria-rowcount', '5000001')
  await focus(grid)
  await press('End')
  await expect.element(row('4,999,999')).toBeInViewport()
  await expect.element(row('4,999,999')).toHaveAttribute('aria-rowindex', '5000001')
  await press('Home')
  await expect.element(row('4,999,999')).not.toBeInTheDocument()

  const scroller = grid.element()
  scroller.scrollTo(0, scroller.scrollHeight / 2)
  const first = preview.row(2_500_270)
  await expect.element(first).toBeVisible()
  const before = box(first).y
  await grid.wheel({ delta: { y: 56 } })
  await expect.poll(() => Math.round(before - box(first).y)).toBe(56)

  // A jump right as scrolling ends is kept.
  scroller.scrollTo(0, 0)
  await new Promise((scrolled) => scroller.addEventListener('scroll', scrolled, { once: true }))
  // Blocks until scrolling counts as finished, so that its timers fire before the page handles the jump.
  const end = performance.now() + 300
  while (performance.now() < end);
  scroller.scrollTo(0, scroller.scrollHeight / 2)
  await expect.element(first).toBeVisible()

  await press('Control+a')
  await expect.element(preview.selected).toHaveTextContent('5,000,000 of 5,000,000 selected')
})

test('rows can be selected by mouse and keyboard, and copied as a table', async () => {
  const preview = await ComponentPreview.open()
  await preview.row(2).click()
  await press('Shift+ArrowDown')
  await preview.row(6).click({ modifiers: ['Control'] })
  await expect.element(preview.selected).toHaveTextContent('3 of 5,000,000 selected')
  await press('Control+c')
  await expect.element(page.getByText('Copied 3 rows').first()).toBeVisible()
  const lines = (await navigator.clipboard.readText()).split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]?.split('\t').slice(2, 4)).toEqual(['recipient-2@mail.example.org', 'Your parcel is on its way'])
})

test('columns are sorted, widened, moved and hidden from the keyboard', async () => {
  const preview = await ComponentPreview.open()
  const header = (name: string) => preview.grid.getByRole('columnheader', { name, exact: true })
  await focus(header('Date').getByRole('button'))
  await press('Enter')
  await expect.element(header('Date')).toHaveAttribute('aria-sort', 'ascending')
  const { width } = box(header('Date'))
  await press('Shift+ArrowRight')
  await expect.poll(() => box(header('Date')).width).toBe(width + 16)
  await press('Alt+ArrowDown')
  await focus(page.getByRole('menuitem', { name: 'Move right' }))
  await press('Enter')
  await expect.element(header('Date')).toHaveAttribute('aria-colindex', '3')
  await focus(preview.button('Columns'))
  await press('Enter')
  // The menu stays open while several columns are selected, with the keyboard and with the mouse.
  const choice = (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true })
  await focus(choice('Recipient'))
  await press('Enter')
  await expect.element(header('Recipient')).not.toBeInTheDocument()
  await expect.element(choice('Recipient')).toHaveFocus()
  await expect.element(choice('Recipient')).not.toBeChecked()
  await choice('Recipient').click()
  await expect.element(header('Recipient')).toBeInTheDocument()
  await choice('Subject').click()
  await expect.element(header('Subject')).not.toBeInTheDocument()
  await press('Escape')
  await expect.element(preview.button('Columns')).toHaveFocus()
})

test('a menu follows arrow keys, first letters and Escape', async () => {
  const preview = await ComponentPreview.open()
  await focus(preview.button('Actions'))
  await press('ArrowDown')
  await expect.element(page.getByRole('menuitem', { name: 'Open' })).toHaveFocus()
  await press('d')
  await expect.element(page.getByRole('menuitem', { name: 'Delete draft' })).toHaveFocus()
  await press('Escape')
  await expect.element(preview.button('Actions')).toHaveFocus()
  await press('ArrowUp')
  await press('Enter')
  await expect.element(page.getByText('Last: Delete draft')).toBeVisible()
})

test('a dialog focuses its first field, and a toast that appears over it can be used', async () => {
  const preview = await ComponentPreview.open()
  await preview.button('Dialog').click()
  await expect.element(preview.dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  await preview.button('Show a toast').click()
  await press('F8')
  await expect.element(preview.button('Undo')).toHaveFocus()
  await press('Enter')
  await expect.element(preview.button('Undo')).not.toBeInTheDocument()
  await press('Escape')
  await expect.element(preview.dialog).not.toBeInTheDocument()
  await expect.element(preview.button('Dialog')).toHaveFocus()
})

test('a dangerous action asks for the name to be typed, and a failed one keeps its dialog open', async () => {
  const preview = await ComponentPreview.open()
  await preview.button('Confirm by typing').click()
  await expect.element(preview.button('Remove account')).toBeDisabled()
  await type('Production')
  await press('Enter')
  await expect.element(preview.confirmation).not.toBeInTheDocument()

  await preview.button('Confirm that fails').click()
  await expect.element(preview.confirmation.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await preview.confirmation.getByRole('button', { name: 'Delete' }).click()
  await expect
    .element(preview.confirmation.getByRole('alert'))
    .toHaveTextContent('The data folder is read-only. Nothing was removed.')
})

test('a combobox ignores accents, and accepts free text only where that is allowed', async () => {
  const { timeZone, tag } = await ComponentPreview.open()
  await timeZone.click()
  await type('sao')
  await press('Enter')
  await expect.element(timeZone).toHaveValue('America/São_Paulo')
  await timeZone.fill('nowhere')
  timeZone.element().blur()
  await expect.element(timeZone).toHaveValue('America/São_Paulo')
  await tag.fill('billing')
  await press('Enter')
  await expect.element(tag).toHaveValue('billing')
})

test('in forced colours, an option in focus has a frame and the chosen one a check mark', async () => {
  const preview = await ComponentPreview.open()
  await browser.emulateMedia({ forcedColors: 'active' })
  await focus(preview.format)
  await press('Enter')
  await press('ArrowDown')
  expect(preview.focusedOption()).toEqual({ inList: true, frame: 'solid', mark: 'block' })
})

test('chips are made from addresses, mark wrong ones and are removed by Backspace', async () => {
  const { recipients } = await ComponentPreview.open()
  const chip = (name: string) => page.getByRole('button', { name: `Remove ${name}` })
  await focus(recipients)
  await type('"Lee, Ann" <lee@example.com>')
  await press('Enter')
  await expect.element(recipients).toHaveValue('')
  await type('eve@example.com,')
  await expect.element(chip('eve@example.com')).toBeVisible()
  await press('Backspace')
  await expect.element(chip('eve@example.com')).not.toBeInTheDocument()
  await expect.element(page.getByText('This is not an address.').first()).toBeInTheDocument()
})

test('a period is chosen by preset or by days, and always names its time zone', async () => {
  const preview = await ComponentPreview.open()
  await preview.button('Period: All time Europe/Paris').click()
  // Nothing is selected yet, so there is nothing to apply.
  await expect.element(preview.button('Apply')).toBeDisabled()
  await expect.element(page.getByLabelText('From')).toHaveValue('')
  await preview.button('Last 7 days').click()
  await expect.element(preview.button('Period: Last 7 days Europe/Paris')).toHaveFocus()

  await preview.button('Compared with: 1 – 31 Jan 2026 America/New_York').click()
  await page.getByLabelText('From').fill('2026-02-10')
  await expect.element(page.getByText('The start date is after the end date. Change one of them.')).toBeVisible()
  await expect.element(preview.button('Apply')).toBeDisabled()
  await page.getByLabelText('To', { exact: true }).fill('2026-02-12')
  await expect.element(page.getByText('3 days in America/New_York')).toBeVisible()
  await preview.button('Apply').click()
  await expect.element(preview.button('Compared with: 10 – 12 Feb 2026 America/New_York')).toHaveFocus()
})

test('the top part of a bar is visible at any size, and can be picked by click and by F', async () => {
  const preview = await ComponentPreview.open()
  const { chart } = preview
  await expect.element(chart).toBeVisible()
  const { width } = box(chart)
  const [monday, tuesday, wednesday] = [width / 6, width / 2, (width / 6) * 5]
  // Three failures in five thousand, drawn above a bar of full height.
  await expect.poll(() => preview.redAt(monday, 1)).toBeGreaterThan(60)
  await chart.hover({ position: { x: monday, y: 2 } })
  await expect.element(page.getByText('Monday: 5000 · click for the failures')).toBeVisible()
  await chart.click({ position: { x: monday, y: 2 } })
  await expect.element(page.getByText('Selected: failures of Monday')).toBeVisible()
  await chart.click({ position: { x: wednesday, y: 30 } })
  await expect.element(page.getByText('Selected: failures of Wednesday')).toBeVisible()

  // F does nothing for a day without failures, and Shift keeps the whole range.
  await chart.click({ position: { x: tuesday, y: 50 } })
  await press('f')
  await expect.element(page.getByText('Selected: Tuesday')).toBeVisible()
  await press('Shift+ArrowRight')
  await press('Shift+Enter')
  await expect.element(page.getByText('Selected: Tuesday and Wednesday')).toBeVisible()
})

test('an error is part of the accessible description of its field', async () => {
  const { baseUrl } = await ComponentPreview.open()
  await expect.element(baseUrl).toHaveAttribute('aria-invalid', 'true')
  await expect.element(baseUrl).toHaveAccessibleDescription('A base URL starts with https://.')
})

test('files are added by dropping them and by browsing', async () => {
  const { dropZone } = await ComponentPreview.open()
  await browser.chooseFiles(dropZone.selector, 'Enter', [
    { name: 'invoice.pdf', mimeType: 'application/pdf', text: '%PDF' },
  ])
  await expect.element(page.getByText('Dropped: invoice.pdf')).toBeVisible()
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['a'], 'list.csv'))
  dropZone.element().dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  await expect.element(page.getByText('Dropped: list.csv')).toBeVisible()
})

test('bars are painted in the colours of the theme, even when it changes while they are shown', async () => {
  await ComponentPreview.open()
  const canvas = page.getByRole('application').first().element().querySelector('canvas')!
  /** The colours in the bottom rows of pixels, which every bar reaches. */
  const colours = () => {
    const row = canvas.getContext('2d')!.getImageData(0, canvas.height - 4, canvas.width, 1).data
    const pixels = Array.from({ length: canvas.width }, (_none, at) => row.slice(at * 4, at * 4 + 4))
    return [...new Set(pixels.filter(([, , , alpha]) => alpha === 255).map((pixel) => pixel.join(' ')))]
  }
  await expect.poll(() => colours().length).toBeGreaterThan(0)
  const [light] = colours()
  await browser.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(colours).not.toContain(light)
  expect(colours().length).toBeGreaterThan(0)
})

test('with reduced motion, a theme change takes effect at once', async () => {
  await browser.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await ComponentPreview.open()
  const colour = () => getComputedStyle(document.body).color
  const light = colour()
  await browser.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  await expect.poll(colour).not.toBe(light)
  expect(document.getAnimations().filter((animation) => animation instanceof CSSTransition)).toEqual([])
})
