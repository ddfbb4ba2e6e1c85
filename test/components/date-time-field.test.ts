import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ComponentPreview } from './pages/component-preview.ts'
import { violationsInThemes } from './support/axe.ts'
import { focus } from './support/elements.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'

const { invoke, press } = browser
const field = (name: string) => page.getByRole('textbox', { name, exact: true })

test('days and times can be typed and changed with arrow keys, in the format of the settings', async () => {
  await ComponentPreview.open()
  await expect.element(field('Day')).toHaveValue('01/02/2026')
  await expect.element(field('Day, month first')).toHaveValue('02/01/2026')
  await expect.element(field('Time, 12 hours')).toHaveValue('2:30 PM')

  await field('Time, 12 hours').fill('9.05 am')
  await press('Tab')
  await expect.element(field('Time, 12 hours')).toHaveValue('9:05 AM')
  await expect.element(field('Time')).toHaveValue('09:05')
  await focus(field('Time'))
  await press('Home')
  await press('ArrowDown')
  await expect.element(field('Time')).toHaveValue('08:05')

  await field('Day').fill('31/02/2026')
  // No error is shown while the user is typing.
  await expect.element(field('Day')).not.toHaveAttribute('aria-invalid')
  await press('Tab')
  await expect.element(field('Day')).toHaveAccessibleDescription('Enter a date such as 31/12/2026.')
  await expect.element(field('Day')).toHaveValue('31/02/2026')

  await field('Day').fill('1.2.2026')
  await page.getByRole('button', { name: 'Open calendar: Day', exact: true }).click()
  const calendar = page.getByRole('dialog', { name: 'Calendar: Day' })
  await expect.element(calendar.getByRole('button', { name: /10 February/ })).toBeVisible()
  expect(await violationsInThemes('[role=dialog]')).toEqual([])
  await calendar.getByRole('button', { name: /10 February/ }).click()
  await expect.element(field('Day')).toHaveValue('10/02/2026')
  await expect.element(calendar).not.toBeInTheDocument()
})

test('quiet hours follow the chosen clock, and keep their value and the typed text while a time is invalid', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  await invoke('settings.change', { hourFormat: '12' })
  location.hash = '#/alerts'
  await page.getByRole('switch', { name: 'Quiet hours' }).click()
  await expect.element(field('From')).toHaveValue('10:00 PM')
  await field('From').fill('8 pm')
  await press('Tab')
  await expect.element(field('From')).toHaveValue('8:00 PM')
  const accounts = await invoke('accounts.list', undefined)
  const accountId = accounts.ok ? (accounts.output as { currentId: string }).currentId : ''
  const kept = (from: number) => ({
    output: expect.objectContaining({ quiet: expect.objectContaining({ from }) as object }) as object,
  })
  await expect.poll(() => invoke('alerts.list', { accountId })).toMatchObject(kept(1200))

  await field('From').fill('25:00')
  // A change saved elsewhere does not replace the text that the user is typing.
  await invoke('alerts.setQuiet', { accountId, quiet: { isOn: true, from: 1260, to: 300, zone: 'Europe/Paris' } })
  await expect.element(field('To')).toHaveValue('5:00 AM')
  await expect.element(field('From')).toHaveValue('25:00')
  await press('Tab')
  await expect.element(field('From')).toHaveAccessibleDescription('Enter a time such as 2:30 PM.')
  expect(await invoke('alerts.list', { accountId })).toMatchObject(kept(1260))
})
