import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { onEmptySandbox, post, sandboxAccess } from './support/local-sandbox.ts'
import { savedSettings } from './support/saved-settings.ts'
import { search, withHistory } from './support/shop-history.ts'

/** What is shown is what was asked for, and nothing else is on its way. */
async function answered(page: Page): Promise<void> {
  await expect(page.locator('.table[aria-busy]')).toHaveAttribute('aria-busy', 'false')
}

test('the history is read once and searched at once: words, fields, chips, errors', async ({ app }) => {
  await withHistory(app, async (page) => {
    await expect(page.getByText(/Complete from/)).toBeVisible()
    await search(page).fill('invoice state:delivered')
    await search(page).press('Enter')
    await expect(page.getByRole('row', { name: /Invoice/ }).first()).toBeVisible()
    await expect(page.getByRole('row', { name: /Reset your password/ })).toHaveCount(0)

    await page.getByRole('button', { name: /^state:delivered/ }).click()
    await expect(search(page)).toHaveValue('invoice')

    // The beginning of a word finds the same before Enter and after it.
    await search(page).fill('invo')
    await expect(page.getByRole('row', { name: /Invoice/ }).first()).toBeVisible()
    await search(page).press('Enter')
    await page
      .getByRole('row', { name: /Invoice/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()

    await search(page).fill('invoice state:delivered tag:nonesuch')
    await search(page).press('Enter')
    await expect(page.getByText('Nothing in the archive has tag:nonesuch.')).toBeVisible()
    await page.getByRole('button', { name: 'Search without it' }).click()
    await expect(search(page)).toHaveValue('invoice state:delivered')
    await expect(search(page)).toBeFocused()
    await expect(page.getByRole('row', { name: /Invoice/ }).first()).toBeVisible()
    await search(page).fill('to:nobody@shop.example')
    await search(page).press('Enter')
    await expect(page.getByText('Nothing in the archive has to:nobody@shop.example.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open the recipient' })).toBeVisible()
    await search(page).fill('invoice reset')
    await search(page).press('Enter')
    await expect(page.getByText(/^Each of the terms finds messages, but none has all of them/)).toBeVisible()

    await search(page).fill('opens:>many')
    await search(page).press('Enter')
    await page.getByRole('heading', { name: 'Messages' }).click()
    await expect(page.getByText('opens: needs a number.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the search' }).first().click()
    await expect(page.getByRole('row').nth(3)).toBeVisible()
  })
})

test('a search that is too long stays in its field or says why, and a long word stays in the page', async ({
  app,
}, info) => {
  test.skip(info.project.name === 'electron', 'The calls of Electron are not seen from here.')
  await withHistory(app, async (page) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const rows = page.getByRole('grid', { name: 'Messages' }).getByRole('row')
    await search(page).fill('state:delivered')
    await search(page).press('Enter')
    await answered(page)
    const first = await rows.nth(1).innerText()

    const limit = page.getByText('The limit for the search is 20,000 characters. Shorten the text.')
    await search(page).fill('word '.repeat(5000))
    await search(page).press('Enter')
    await expect(limit).toHaveCount(1)
    await expect(search(page)).toHaveValue('word '.repeat(5000))
    await expect(rows.nth(1)).toHaveText(first, { useInnerText: true })
    await page.getByRole('button', { name: 'Clear the search' }).first().click()
    await expect(search(page)).toHaveValue('')
    await expect(limit).toHaveCount(0)
    await answered(page)

    await test.step('no values are asked for that begin with more than the archive takes', async () => {
      asked.length = 0
      await search(page).pressSequentially('to:')
      await expect(page.getByRole('option').first()).toBeVisible()
      expect(asked).toContain('/rpc/messages.values')
      asked.length = 0
      await search(page).fill(`to:${'a'.repeat(450)}`)
      await expect(page.getByText(`Nothing in the archive has to:${'a'.repeat(77)}….`)).toBeVisible()
      expect(asked).not.toContain('/rpc/messages.values')
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    })

    await test.step('from an address it shows the reason alone', async () => {
      await page.goto(new URL(`#/messages?q=${'word+'.repeat(5000)}`, page.url()).href)
      await page.reload()
      await expect(page.getByRole('heading', { name: /^The limit for the search is 20,000 characters/ })).toBeVisible()
      await expect(search(page)).toBeVisible()
      await expect(page.getByText('Read the history')).toHaveCount(0)
      await expect(page.getByText('The rows below')).toHaveCount(0)
    })
  })
})

test('a view is saved under a name, opened by its key and there after a restart', async ({ app }, info) => {
  await withHistory(app, async (page) => {
    await search(page).fill('state:softbounced')
    await search(page).press('Enter')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: /Save this search/ }).click()
    await page.getByLabel('Name', { exact: true }).fill('Soft bounces')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Soft bounces' })).toBeVisible()

    await savedSettings(app, 'Soft bounces')
    await savedSettings(app, '#/messages?q=')
    await app.restart()
    // The search itself came back with the address; another one is left by the key of the view.
    await expect(search(page)).toHaveValue('state:softbounced')
    await search(page).fill('')
    await search(page).press('Enter')
    await page.getByRole('heading', { name: 'Messages' }).click()
    await page.keyboard.press('Alt+1')
    await expect(search(page)).toHaveValue('state:softbounced')
    // Offline: the key of this run is gone, and the archive answers all the same.
    await expect(page.getByRole('row', { name: /Soft bounced/ }).first()).toBeVisible()

    // The calls of Electron cannot be held up from here.
    if (info.project.name === 'electron') return
    await test.step('that a sync failed says nothing of an archive that has not answered yet', async () => {
      const answers = Promise.withResolvers<void>()
      await page.route('**/rpc/messages.search', async (route) => {
        await answers.promise
        await route.continue()
      })
      await page.reload()
      await expect(page.getByText('The last sync failed')).toBeVisible()
      await expect(page.getByText('Asking for the archive')).toBeVisible()
      await expect(page.getByText('No messages yet')).toHaveCount(0)
      answers.resolve()
      await expect(page.getByRole('row', { name: /Soft bounced/ }).first()).toBeVisible()
    })
  })
})

test('by keyboard alone: search, choose a row, read its detail, come back', async ({ app }) => {
  await withHistory(app, async (page) => {
    await page.getByRole('heading', { name: 'Messages' }).click()
    await page.keyboard.press('/')
    await expect(search(page)).toBeFocused()
    await page.keyboard.type('state:del')
    await expect(page.getByRole('option', { name: /^delivered/ })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(search(page)).toHaveValue('state:delivered')
    await page.keyboard.press('Escape')
    await answered(page)
    await page.getByRole('grid', { name: 'Messages' }).focus()
    await page.keyboard.press('End')
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
    const chosen = page.getByRole('row', { selected: true })
    const [text, box] = [(await chosen.textContent()) ?? '', await chosen.boundingBox()]
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/#\/message\//)
    await expect(page.getByRole('button', { name: 'Back' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(search(page)).toHaveValue('state:delivered')
    // The same row in the same place, and the keys go on from there.
    await expect(chosen).toHaveText(text)
    await expect(page.getByRole('grid', { name: 'Messages' })).toBeFocused()
    await expect.poll(async () => (await chosen.boundingBox())?.y).toBe(box?.y)
    // A reload of the page leads there as well.
    await page.reload()
    await expect(chosen).toHaveText(text)
    await expect.poll(async () => (await chosen.boundingBox())?.y).toBe(box?.y)
    await expect(page.getByRole('grid', { name: 'Messages' })).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(chosen).not.toHaveText(text)

    // Where the detail was closed, the keys go on from its row.
    const next = (await chosen.textContent()) ?? ''
    await page.getByRole('button', { name: 'Close the message' }).click()
    await expect(page.getByRole('heading', { name: 'What happened' })).toHaveCount(0)
    await expect(page.getByRole('grid', { name: 'Messages' })).toBeFocused()
    await expect(chosen).toHaveText(next)
    await page.keyboard.press('ArrowDown')
    await expect(chosen).toHaveText(text)

    // From inside the field, too, one can leave.
    await page.keyboard.press('/')
    await page.keyboard.press('Control+2')
    await expect(page.getByRole('heading', { name: 'Recipients', level: 1 })).toBeVisible()
  })
})

test('with the mouse alone: the fields are offered, a tag is chosen, the archive is copied', async ({ app }) => {
  await withHistory(app, async (page) => {
    await test.step('an empty field offers what was searched and what can be asked, but no mistakes', async () => {
      for (const text of ['invoice', 'opens:>many']) {
        await search(page).fill(text)
        await search(page).press('Enter')
      }
      await page.getByRole('button', { name: 'Clear the search' }).first().click()
      await search(page).click()
      await expect(page.getByRole('option', { name: /^invoice/ })).toBeVisible()
      await expect(page.getByRole('option', { name: /opens:>many/ })).toHaveCount(0)
      await page.getByRole('option', { name: /^tag/ }).click()
      await expect(search(page)).toHaveValue('tag:')
      await page.getByRole('button', { name: 'Clear the search' }).first().click()
    })

    await test.step('a filter offers the values that were seen', async () => {
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.getByRole('combobox', { name: 'Tag' }).click()
      await page.getByRole('option', { name: /^order/ }).click()
      await expect(search(page)).toHaveValue('tag:order')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Filter' })).toBeFocused()
    })

    await test.step('what the archive is complete for can be read in full, and the choice in use has the focus', async () => {
      await page.getByRole('button', { name: 'Archive' }).click()
      await page.getByRole('menuitem', { name: /What is read and kept/ }).click()
      const dialog = page.getByRole('dialog', { name: 'What is read and kept' })
      await expect(dialog.getByRole('radio', { name: 'The last 7 days' })).toBeFocused()
      await expect(dialog.getByText(/^Complete from/)).toBeVisible()
      // What a shorter time removes is said before it is saved.
      await dialog.getByLabel('Keep messages').fill('3')
      await expect(dialog.getByRole('button', { name: /^Save and remove [\d,]+ messages$/ })).toBeVisible()
      await expect(dialog.getByText(/what came from a file, is gone for good/)).toBeVisible()
      await dialog.getByLabel('Keep messages').fill('')
      await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
    })

    await test.step('the end of a backup is told where it was begun', async () => {
      await page.getByRole('button', { name: 'Archive' }).click()
      await page.getByRole('menuitem', { name: 'Back up the archive' }).click()
      const notice = page.getByRole('listitem').filter({ hasText: 'The copy is complete.' })
      await expect(notice.getByRole('button', { name: 'Save…' })).toBeVisible()
    })
  })
})

test.describe('over a sandbox that goes on sending', () => {
  test.use(onEmptySandbox)

  test('who reads a message goes on reading it, wherever it stands now', async ({ app }) => {
    const { page } = app
    const access = await sandboxAccess(page)
    const send = async (first: number, last: number) => {
      for (let number = first; number <= last; number++) {
        const msg = { from: { address: 'hello@shop.example' }, subject: `Number ${number}.`, text: 'Hi.' }
        expect(await post(access, '/messages/send', { to: [{ address: 'ada@shop.example' }], msg })).toBe(200)
      }
    }
    const row = (number: number) => page.getByRole('row', { name: `Number ${number}.` })
    const syncUntil = (number: number) =>
      expect(async () => {
        const sync = page.getByRole('button', { name: 'Sync now' }).first()
        if (await sync.isVisible()) await sync.click()
        await expect(row(number)).toBeVisible({ timeout: 3_000 })
      }).toPass()

    await send(1, 3)
    await page.getByRole('link', { name: 'Messages' }).click()
    await syncUntil(3)
    await row(2).click()
    await expect(page.getByRole('heading', { name: 'Number 2.' })).toBeVisible()
    await send(4, 8)
    await syncUntil(8)
    await expect(page.getByRole('row', { selected: true })).toHaveText(/Number 2\./)
    await expect(page.getByRole('heading', { name: 'Number 2.' })).toBeVisible()
    await page.getByRole('grid', { name: 'Messages' }).focus()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('heading', { name: 'Number 3.' })).toBeVisible()
  })
})
