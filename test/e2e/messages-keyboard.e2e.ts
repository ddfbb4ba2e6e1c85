import { expect } from './support/fixtures.ts'
import { holdCalls } from './support/hosts/page-calls.ts'
import { watchJumps } from './support/jumps.ts'
import { historyTest as test } from './support/shop.ts'

test('by keyboard alone: search, choose a row, read its detail, come back', async ({ app }) => {
  const { page } = app
  const { shell, palette, messages, detail, recipients } = app.pages
  await messages.title.click()
  await page.keyboard.press('/')
  await expect(messages.search).toBeFocused()
  await page.keyboard.type('state:del')
  await expect(messages.option(/^delivered/)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(messages.search).toHaveValue('state:delivered')
  await page.keyboard.press('Escape')
  await messages.settled()
  await page.keyboard.press('ArrowDown')
  await expect(messages.grid).toBeFocused()
  await expect(detail.timeline).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail.timeline).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(detail.timeline).toBeVisible()
  await expect(messages.grid).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(messages.search).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowUp')
  await expect(detail.timeline).toBeVisible()
  const text = (await messages.selectedRow.textContent()) ?? ''
  const top = async () => (await messages.selectedRow.boundingBox())?.y
  const topBefore = await top()
  await test.step('the result is on top, stays in place from row to row, and is copied by one key', async () => {
    await expect(detail.headline).toHaveText(
      /^This message was delivered on .+ (UTC|GMT|[A-Z]{3,4}).* (opened|clicked)/,
    )
    const placeOf = async () => [(await detail.headline.boundingBox())!.y, (await detail.timeline.boundingBox())!.y]
    const before = await placeOf()
    // A line may be a part of a pixel higher for one frame, which nobody sees.
    const moved = async () => (await placeOf()).filter((y, at) => Math.abs(y - before[at]!) >= 1)
    const jumps = await watchJumps(page)
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown']) {
      await page.keyboard.press(key)
      await expect(detail.article).toHaveAttribute('aria-busy', 'false')
      expect(await moved()).toEqual([])
    }
    expect(await jumps()).toEqual([])
    await messages.grid.press('y')
    await expect(page.getByText('Delivery summary copied.').last()).toBeVisible()
  })
  await page.keyboard.press('ControlOrMeta+Enter')
  // With id and recipient, so that the address finds the same message in another archive.
  await expect(page).toHaveURL(/#\/message\/[^/]+\/[^/]+%40/)
  const id = decodeURIComponent(/#\/message\/([^/]+)/.exec(page.url())![1]!)
  await expect(detail.headline).toHaveText(/^This message was delivered on /)
  await expect(detail.back).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(messages.search).toHaveValue('state:delivered')

  await test.step('the same row is selected in the same position, even after a reload', async () => {
    await expect(messages.selectedRow).toHaveText(text)
    await expect(messages.grid).toBeFocused()
    await expect.poll(top).toBe(topBefore)
    await page.reload()
    await expect(messages.selectedRow).toHaveText(text)
    await expect.poll(top).toBe(topBefore)
    await expect(messages.grid).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(messages.selectedRow).not.toHaveText(text)
  })

  await test.step('closing the detail returns the focus to its row', async () => {
    const next = (await messages.selectedRow.textContent()) ?? ''
    await detail.close.click()
    await expect(detail.timeline).toHaveCount(0)
    await expect(messages.grid).toBeFocused()
    await expect(messages.selectedRow).toHaveText(next)
    await page.keyboard.press('ArrowDown')
    await expect(messages.selectedRow).toHaveText(text)
  })

  await test.step('shortcuts of other views work inside the search field', async () => {
    await page.keyboard.press('/')
    await page.keyboard.press('Control+4')
    await expect(recipients.title).toBeVisible()
  })

  await test.step('a person is found by name from the search field, Recipients and the palette', async () => {
    const person = /lefevre[^@]*@/
    await shell.messagesLink.press('Enter')
    await messages.search.fill('lefevre')
    await messages.option(person).first().waitFor()
    await messages.search.press('Enter')
    await expect(messages.row(person).first()).toBeVisible()
    await messages.search.fill('Lefèvre')
    await messages.option(person).first().waitFor()
    await messages.search.press('ArrowDown')
    await messages.search.press('Enter')
    await expect(recipients.heading(person)).toBeVisible()
    const email = (await recipients.heading(person).textContent())!.trim()

    await shell.recipientsLink.press('Enter')
    await recipients.address.fill('lefevre')
    await recipients.address.press('Enter')
    await expect(recipients.matches.nth(1)).toBeVisible()
    await recipients.matches.filter({ hasText: email }).press('Enter')
    await expect(recipients.heading(email)).toBeVisible()
    await page.goBack()
    await recipients.address.fill('zzyx')
    await recipients.address.press('Enter')
    await expect(recipients.noMatch).toBeVisible()
    await recipients.address.fill(email.replace('@', ' '))
    await recipients.address.press('Enter')
    await expect(recipients.heading(email)).toBeVisible()

    await palette.run('lefevre', person)
    await expect(recipients.heading(person)).toBeVisible()
    await palette.run('schedules', /^Exports › Schedules/)
    await expect(page).toHaveURL(/#\/exports\/schedules/)
    await palette.run(`http://127.0.0.1:1/#/recipients/${encodeURIComponent(email)}`, /^Open link: Recipients/)
    await expect(recipients.heading(email)).toBeVisible()
    await palette.run('hardbounced', /^Messages: Hard bounced/)
    await expect(messages.search).toHaveValue('state:hardbounced')
    await palette.run('invoice', /^Messages tagged invoice/)
    await expect(messages.search).toHaveValue('tag:=invoice')
  })

  await test.step('the palette opens the message whose id is pasted', async () => {
    await palette.run(id, /^Message to /)
    await expect(page).toHaveURL(/#\/message\/[^/]+\/[^/]+%40/)
    await expect(detail.headline).toHaveText(/^This message was delivered on /)
  })
})

test('a part of a name finds the addresses that contain it', async ({ app }) => {
  const { page } = app
  const { messages, palette } = app.pages
  await messages.title.click()
  await messages.searchFor('lefevre')
  const more = page.getByRole('button', { name: /^[\d,]+ more in addresses that contain “lefevre”$/ })
  // This count appears after the count of the search itself.
  const others = Number.parseInt(await more.innerText(), 10)
  const words = Number.parseInt(await messages.total.innerText(), 10)
  await more.press('Enter')
  await expect(messages.search).toHaveValue('lefevre OR to:*lefevre*')
  await expect(messages.total).toHaveText(`${words + others} messages`)

  await messages.searchFor('efevre')
  await page.getByRole('button', { name: /^Show [\d,]+ messages to addresses that contain “efevre”$/ }).click()
  await expect(messages.rows.nth(1)).toContainText(/efevre/)
  await test.step('a tag found by the palette stays selected when people are found after it', async () => {
    const letGo = await holdCalls(page, 'recipients.find')
    await palette.open()
    await palette.input.fill('in')
    await expect(palette.option(/^Messages tagged invoice/)).toBeVisible()
    await expect(palette.option(/@/)).toHaveCount(0)
    await palette.input.press('ArrowUp')
    letGo()
    await expect(palette.option(/@/).first()).toBeVisible()
    await palette.input.press('Enter')
    await expect(messages.search).toHaveValue('tag:=invoice')
  })
})
