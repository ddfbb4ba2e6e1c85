import type { Locator } from '@playwright/test'
import { violationsInThemes } from './support/axe.ts'
import { refusedByMailFrame } from './support/elsewhere.ts'
import { expect, test } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)
// The preview beside a draft is also a mail frame.
test.beforeEach(({ app }) => app.expectError(refusedByMailFrame))

const withPhoneLayout =
  '<style>.phone{display:none}@media (max-width:640px){.phone{display:block}.desktop{display:none}}</style>' +
  '<p class="phone">For phones</p><p class="desktop">For desktops</p>'

test('the desktop preview has a desktop’s layout even in a narrow panel, and can be enlarged', async ({ app }) => {
  const { page } = app
  const { body, preview } = app.pages
  await body.start()
  await body.writeCode(withPhoneLayout)
  await expect(preview.content.getByText('For desktops')).toBeVisible()
  await expect(preview.content.getByText('For phones')).toBeHidden()
  await expect(preview.region).toContainText(/700 px wide, shown at \d\d%/)
  const panel = await preview.region.boundingBox()
  const frame = await preview.frame.boundingBox()
  expect(frame!.width).toBeLessThanOrEqual(panel!.width)

  await test.step('a phone has its own width', async () => {
    await preview.mode.selectOption('Phone')
    await expect(preview.content.getByText('For phones')).toBeVisible()
    await expect(preview.region).not.toContainText('shown at')
    await preview.mode.selectOption('Desktop')
  })

  await test.step('the large view opens and closes by keyboard', async () => {
    await preview.enlarge.focus()
    await page.keyboard.press('Enter')
    await expect(preview.large.content.getByText('For desktops')).toBeVisible()
    const { width } = (await preview.large.frame.boundingBox())!
    expect(width).toBeGreaterThan(1000)
    expect(await violationsInThemes(page, 'dialog')).toEqual([])
    await page.keyboard.press('Escape')
    await expect(preview.large.dialog).toBeHidden()
    await expect(preview.enlarge).toBeFocused()
    await expect(preview.content.getByText('For desktops')).toBeVisible()
  })

  await test.step('in-place editing shows the width of its layout', async () => {
    await body.choose('In place')
    await expect(page.getByText(/^\d{3} px wide$/)).toBeVisible()
  })
})

/** The WCAG contrast of selected text with its background. */
function contrastOfSelection(code: Locator): Promise<number> {
  return code.evaluate((content) => {
    const editor = content.closest('.cm-editor')!
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    // The editor draws the selection in its next frame.
    const selection = editor.querySelector('.cm-selectionBackground')
    if (selection === null) return 0
    const drawn = luminance(getComputedStyle(selection).backgroundColor)
    const letters = [...editor.querySelectorAll('.cm-line, .cm-line *')].map((element) => {
      const shown = luminance(getComputedStyle(element, '::selection').color)
      return (Math.max(shown, drawn) + 0.05) / (Math.min(shown, drawn) + 0.05)
    })
    return Math.min(...letters)
  })
}

test('selected code is readable in both themes', async ({ app }) => {
  const { page } = app
  const { body } = app.pages
  await body.start()
  await body.writeCode('<p style="gap:1px"><a href="http://shop.example/x">Shop {{name}}</a></p><!-- end -->')
  await page.keyboard.press('Control+a')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect.poll(() => contrastOfSelection(body.code), colorScheme).toBeGreaterThanOrEqual(4.5)
  }
})

test('a finding in the HTML moves to its place, and asks before it shows the code', async ({ app }) => {
  const { page } = app
  const { body, composer, preview } = app.pages
  await body.start()
  const hidden = '<p style="display:none"><a href="http://127.0.0.1/y">Unseen</a></p>'
  await body.writeCode(`<p>Before</p><p style="gap:1px"><a href="http://localhost/x">Shop</a></p>${hidden}<p>After</p>`)
  await body.choose('In place')
  await composer.tab('Checks').click()
  const finding = preview.finding(/localhost/).first()
  const hiddenFinding = preview.finding(/127\.0\.0\.1/).first()

  await test.step('a visible place is selected in place', async () => {
    await finding.click()
    await expect(body.run('Shop')).toBeFocused()
    await expect.poll(() => body.selectedInPlace()).toBe('Shop')
    await expect(body.showCode).toBeHidden()
  })

  await test.step('declining keeps the editor', async () => {
    await hiddenFinding.click()
    await expect(body.showCode).toBeFocused()
    await expect(body.code).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(body.showCode).toBeHidden()
    await expect(body.iframe).toBeVisible()
  })

  await test.step('the ordinary editor selects visible places, and asks about others', async () => {
    await body.choose('Ordinary')
    await finding.click()
    await expect(body.ordinary).toBeFocused()
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('Shop')
    await preview.finding(/gap/).first().click()
    await expect(body.showCode).toBeFocused()
    await body.choose('In place')
    await expect(body.showCode).toBeHidden()
  })

  await test.step('accepting moves to the place', async () => {
    await hiddenFinding.click()
    await expect(body.showCode).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(body.code).toBeFocused()
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toContain('127.0.0.1')
  })

  await test.step('in the code, the next finding moves on without asking', async () => {
    await finding.click()
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toContain('localhost')
    await expect(body.showCode).toHaveCount(0)
  })
})

test('an image inside a message is shown in the rehearsal and in the outbox', async ({ app }) => {
  const { body, composer, outbox, sending, shell, mail } = app.pages
  await body.start()
  await composer.from.fill('hello@shop.example')
  await composer.to.fill('dan@example.com')
  await composer.to.press('Enter')
  await composer.subject.fill('With a logo')
  await body.ordinary.click()
  await body.pasteImage(body.ordinary, 'red dot.png')
  await expect(composer.saved).toBeVisible()
  await sending.choose(/Rehearse/)
  await sending.rehearse.click()
  await sending.rehearsedMails.getByText('dan@example.com').click()
  const image = sending.arrived.getByRole('img', { name: 'red dot' })
  await expect(image).toHaveAttribute('src', /^data:image\/png;base64,/)
  await expect(image).toHaveJSProperty('naturalWidth', 1)
  await sending.action('Close', sending.rehearsal).last().click()

  await shell.open('sandbox/outbox')
  await outbox.row(/With a logo/).click()
  const arrived = mail.content.getByRole('img', { name: 'red dot' })
  await expect(arrived).toHaveAttribute('src', /^data:image\/png;base64,/)

  await test.step('with a desktop’s layout, and large if there is more space', async () => {
    // The width of the frame and not of its document, which is a new one after every change between the two sizes.
    const width = () => mail.iframe.evaluate((frame) => frame.clientWidth)
    await expect.poll(width).toBeGreaterThanOrEqual(690)
    await mail.enlarge.press('Enter')
    await expect.poll(width).toBeGreaterThan(1000)
    await expect(arrived).toHaveAttribute('src', /^data:image\/png;base64,/)
    await app.page.keyboard.press('Escape')
    await expect(mail.enlarge).toBeFocused()
    await expect.poll(width).toBeLessThan(710)
  })
})

test('the button of an open panel moves into it and is marked, and no button is alone on a line', async ({ app }) => {
  const { page } = app
  const { body, composer, preview } = app.pages
  await body.start()
  await composer.openChecks.click()
  await expect(preview.region).toBeHidden()
  await composer.openPreview.click()
  await expect(composer.tab('Preview')).toHaveAttribute('aria-selected', 'true')
  await expect(composer.tab('Preview')).not.toBeFocused()
  await composer.openPreview.press('Enter')
  await expect(composer.tab('Preview')).toBeFocused()
  await expect(page.getByRole('paragraph').filter({ hasText: '“Preview” is already open' })).toBeVisible()

  await composer.to.fill('dan@example.com, ann@example.com')
  await composer.to.press('Enter')
  const place = await preview.place.boundingBox()
  const button = await preview.nextUnresolved.boundingBox()
  expect(Math.abs(place!.y + place!.height / 2 - button!.y - button!.height / 2)).toBeLessThan(3)
})
