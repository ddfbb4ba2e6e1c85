import { expect, test } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'
import { savedSettings } from './support/saved-settings.ts'

const settings = JSON.stringify({ theme: 'light', lastView: '#/settings' })

test.describe('the shell', () => {
  test.use({ dataFiles: { 'settings.json': settings } })

  test('the palette finds a command by a part of its name and runs it', async ({ app }) => {
    const { palette, settings } = app.pages
    await expect(settings.title).toBeVisible()
    await palette.open()
    await expect(palette.goTo('About')).toBeVisible()
    // The view of a single message needs an id, so the palette does not offer it.
    await expect(palette.goTo('Message')).toHaveCount(0)
    await palette.input.fill('dark')
    await app.page.keyboard.press('Enter')
    await expect(app.pages.shell.root).toHaveAttribute('data-theme', 'dark')
    await savedSettings(app, '"dark"')
    await app.restart()
    await expect(app.pages.shell.root).toHaveAttribute('data-theme', 'dark')
    await expect(app.pages.settings.title).toBeVisible()
  })

  test('shortcuts open the help, the jobs and a view, and collapse the sidebar', async ({ app }) => {
    const { page } = app
    const { shell, jobs, settings, welcome } = app.pages
    await expect(settings.title).toBeVisible()
    await page.keyboard.press('?')
    await expect(shell.keyboardHelp).toBeVisible()
    await page.keyboard.press('Escape')
    await jobs.toggle()
    await expect(jobs.drawer).toBeVisible()
    await jobs.toggle()
    await expect(jobs.drawer).toBeHidden()
    await page.keyboard.press('Control+b')
    await expect(shell.paletteIcon).toBeVisible()
    await page.keyboard.press('Control+1')
    await expect(welcome.connectAccount).toBeVisible()
  })

  test('a dialog that is opened before its code has loaded opens later, and reports a failure to load', async ({
    app,
  }) => {
    const { page } = app
    const { shell, settings, palette } = app.pages
    const dialogs = '**/assets/dialogs-*.js'
    await expect(settings.title).toBeVisible()

    await test.step('it loads late', async () => {
      const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route(dialogs, async (route) => {
        ask()
        await released
        await route.fallback()
      })
      await page.reload()
      await expect(settings.title).toBeVisible()
      await asked
      await page.keyboard.press('Control+k')
      // Usually a shortcut, but not while the palette is loading.
      await page.keyboard.press('?')
      release()
      await expect(palette.input).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(shell.dialog).toBeHidden()
      await page.unroute(dialogs)
    })
    await test.step('it does not load', async () => {
      app.expectError(/dialogs-|Failed to fetch dynamically imported module|ERR_FAILED/)
      await page.route(dialogs, (route) => route.abort())
      await page.reload()
      await expect(settings.title).toBeVisible()
      await page.keyboard.press('?')
      await expect(shell.partNotLoaded).toBeVisible()
      await expect(shell.dialog).toBeHidden()
      await page.unroute(dialogs)
      await page.keyboard.press('?')
      await expect(shell.keyboardHelp).toBeVisible()
    })
  })

  test('Tab reaches every control in view, and each one shows its focus', async ({ app }) => {
    const { page } = app
    await expect(app.pages.settings.title).toBeVisible()
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

  test('the density and the formats of dates and hours survive a restart', async ({ app }) => {
    const { settings } = app.pages
    await settings.comfortable.click()
    await settings.dateFormat.selectOption('iso')
    await settings.hourFormat.selectOption({ label: '12 hours (1:30 PM)' })
    const example = /Example: \d{4}-\d\d-\d\d \d\d?:\d\d:\d\d\s[ap]m in/i
    await expect(app.page.getByText(example)).toBeVisible()
    await savedSettings(app, '"iso"')
    await savedSettings(app, '"comfortable"')
    await app.restart()
    await expect(app.page.getByText(example)).toBeVisible()
    await expect(app.pages.shell.root).toHaveAttribute('data-density', 'comfortable')
  })
})

test.describe('with a finished job', () => {
  const finished = {
    id: 'j',
    kind: 'check',
    title: 'Check archive',
    accountId: null,
    state: 'done',
    fraction: 1,
    note: '',
    startedAt: 1,
    endedAt: 2,
    cancellable: true,
    result: { text: 'All checks passed.', fileToken: null },
    error: null,
  }
  test.use({ dataFiles: { 'settings.json': settings, 'jobs.json': JSON.stringify([finished]) } })

  test('Enter after the shortcut of the jobs panel dismisses nothing', async ({ app }) => {
    const { jobs, settings } = app.pages
    await expect(settings.title).toBeVisible()
    await jobs.toggle()
    await expect(jobs.drawer.getByText('All checks passed.')).toBeVisible()
    await expect(jobs.close).toBeFocused()
    await app.page.keyboard.press('Enter')
    await expect(jobs.drawer).toBeHidden()
    await jobs.toggle()
    await expect(jobs.drawer.getByText('All checks passed.')).toBeVisible()
  })

  test('the jobs panel stays open when it is opened again while it closes', async ({ app }) => {
    const { jobs, settings } = app.pages
    await expect(settings.title).toBeVisible()
    await jobs.toggle()
    await expect(jobs.close).toBeFocused()
    // The browser reports that a dialog closed a moment later: that event must not close the dialog opened since then.
    await jobs.close.evaluate(async (button: HTMLElement) => {
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
    await expect(jobs.drawer.getByText('All checks passed.')).toBeVisible()
  })
})

test.describe('with a damaged settings file', () => {
  test.use({ dataFiles: { 'settings.json': '{"theme": "da' } })

  test('the app starts, reports it and keeps the damaged file', async ({ app }) => {
    const { page } = app
    const { shell, welcome } = app.pages
    await expect(page.getByText(/settings\.json could not be read.*settings\.json\.broken-\d+/)).toBeVisible()
    await shell.dismissNotice.click()
    await expect(page.getByText('could not be read')).toHaveCount(0)
    await expect(welcome.connectAccount).toBeVisible()
  })
})

test.describe('the sidebar of an account with every view', () => {
  test.use(onEmptySandbox)

  test('is completely visible in the smallest window, collapsed or not', async ({ app }) => {
    const { page } = app
    const { shell } = app.pages
    await expect(shell.sandboxLink).toBeVisible()
    const sizes = [
      { width: 900, height: 600 },
      { width: 1280, height: 600 },
      // The lowest window in which entries have their full height.
      { width: 1280, height: 761 },
    ]
    for (const size of sizes) {
      await page.setViewportSize(size)
      // A link may end at a fraction of a pixel.
      await expect(shell.settingsLink).toBeInViewport({ ratio: 0.95 })
      await expect.poll(() => shell.views.evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBe(0)
    }
  })
})
