import { violations } from './support/axe.ts'
import { expect, notInElectron } from './support/fixtures.ts'
import { decideCalls } from './support/hosts/page-calls.ts'
import { historyTest as test } from './support/shop.ts'

test('a rule is written by keyboard, tried on past data, and links to its messages', async ({ app }) => {
  const { page } = app
  const { shell, alerts, messages } = app.pages
  await shell.open('alerts')
  await expect(alerts.noRules).toBeVisible()
  expect(await violations(page), 'no rules').toEqual([])

  await test.step('a rule that would end while it fires is refused with an error message', async () => {
    await alerts.newRule.press('Enter')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await alerts.limit.fill('0')
    await alerts.end.fill('3')
    await alerts.days.fill('2')
    await alerts.minimum.fill('1')
    await alerts.name.fill('Any bounce')
    await alerts.name.press('Enter')
    await expect(alerts.problem).toContainText('Enter an end value at or below')
  })

  await test.step('it is tried before it is saved', async () => {
    await alerts.end.fill('0')
    await alerts.tryIt.press('Enter')
    await expect(alerts.result).toContainText(/would have fired (once|\d+ times)/)
    expect(await violations(page), 'the rule').toEqual([])
    await alerts.name.press('Enter')
    await expect(alerts.dialog).toBeHidden()
    await expect(alerts.rule('Any bounce')).toContainText(/Hard bounces over 0% in 2 days/)
    await expect(alerts.newRule).toBeFocused()
  })

  await test.step('the alert is kept and links to exactly its messages', async () => {
    await expect(alerts.rule('Any bounce')).toContainText('Firing')
    await expect(alerts.history).toContainText('Any bounce')
    expect(await violations(page), 'with history').toEqual([])
    await alerts.messagesBehind('Any bounce').click()
    await expect(messages.condition(/^after:\d{4}-\d{2}-\d{2} before:/)).toBeVisible()
    await expect(messages.condition(/^state:hardbounced/)).toBeVisible()
    await expect(messages.rows.first()).toBeVisible()
  })

  await test.step('a rule that was removed by mistake can be restored with one click', async () => {
    await page.goBack()
    await shell.keepToasts()
    await alerts.removeRule('Any bounce').click()
    await expect(alerts.noRules).toBeVisible()
    await expect(alerts.history).toContainText('The rule was removed')
    await app.pages.notes.undo.click()
    await expect(alerts.rule('Any bounce')).toBeVisible()
  })
})

const unwritable = { code: 'disk', message: 'The disk could not be written.', retryable: true, details: {} }

test(
  'a rule that could not be removed stays, and keeps the focus',
  notInElectron('The calls are not on a network there.'),
  async ({ app }) => {
    const { page } = app
    const { shell, alerts, notes } = app.pages
    await shell.open('alerts')
    await alerts.newRule.press('Enter')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await alerts.name.fill('Any bounce')
    await alerts.name.press('Enter')
    await expect(alerts.newRule).toBeFocused()
    const goOn = await decideCalls(page, 'alerts.remove', () => ({ ok: false, error: unwritable }))
    await alerts.removeRule('Any bounce').press('Enter')
    await expect(page.getByText(unwritable.message).first()).toBeVisible()
    await expect(alerts.removeRule('Any bounce')).toBeFocused()
    await expect(notes.undo).toHaveCount(0)
    await goOn()
    await alerts.removeRule('Any bounce').press('Enter')
    await expect(alerts.noRules).toBeVisible()
    await expect(alerts.newRule).toBeFocused()
  },
)

test('a note on a day is added by keyboard, edited, removed and restored', async ({ app }) => {
  const { page } = app
  const { shell, dashboard, notes } = app.pages
  await shell.open('dashboard')
  await expect(dashboard.days).toBeVisible()

  await test.step('N on a bar opens a new note for its day', async () => {
    await dashboard.days.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('n')
    await expect(notes.text).toBeFocused()
    await page.keyboard.type('New footer')
    await page.keyboard.press('Control+Enter')
    await expect(notes.mark(/: New footer$/)).toBeVisible()
    expect(await violations(page), 'a mark').toEqual([])
  })

  await test.step('the mark opens the note, which can be changed', async () => {
    await notes.mark(/: New footer$/).press('Enter')
    await notes.edit('New footer').press('Enter')
    await notes.text.fill('New footer in all mails')
    await notes.text.press('Control+Enter')
    await expect(notes.mark(/: New footer in all mails$/)).toBeVisible()
  })

  await test.step('the menu lists the note, and a removed note can be restored', async () => {
    await notes.menu.click()
    await expect(notes.panel).toContainText('New footer in all mails')
    expect(await violations(page), 'the list').toEqual([])
    await shell.keepToasts()
    await notes.remove('New footer in all mails').click()
    await expect(notes.marks).toHaveCount(0)
    await notes.undo.click()
    await expect(notes.marks).toHaveCount(1)
  })

  await test.step('notes stay hidden after a reload, until they are shown again', async () => {
    await notes.menu.click()
    await notes.shown.click()
    await expect(notes.marks).toHaveCount(0)
    await page.reload()
    await expect(notes.menu).toHaveText(/Notes \(1\)/)
    await expect(notes.marks).toHaveCount(0)
    await notes.menu.click()
    await notes.shown.click()
    await expect(notes.marks).toHaveCount(1)
  })
})
