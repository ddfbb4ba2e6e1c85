import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { violations } from '../support/axe.ts'
import { openMailroom } from '../support/open-mailroom.ts'
import { browser } from '../support/page-commands.ts'

const { emulateMedia, invoke, openedLinks, press, publishVersion } = browser

const section = page.getByRole('region', { name: 'Updates' })
const checkNow = section.getByRole('button', { name: 'Check now' })
const line = page.getByText(/Mailroom [\d.]+ is available\. See/)
const dismiss = page.getByRole('button', { name: 'Dismiss this update notice' })

/** Focuses a button and presses it by keyboard. */
async function choose(button: typeof checkNow): Promise<void> {
  const element = await expect
    .element(button)
    .toBeVisible()
    .then(() => button.element() as HTMLElement)
  element.focus()
  await press('Enter')
}

beforeEach(({ task }) => openMailroom('about', { asksForUpdates: task.name !== 'a build without an address' }))

test('About checks for a new version, shows its notes, and opens its page on a click', async () => {
  await expect.element(section.getByText('Mailroom hasn’t checked for a new version yet.')).toBeVisible()
  await publishVersion('0.0.0')
  await choose(checkNow)
  await expect.element(section.getByText('This is the latest version.')).toBeVisible()
  await expect.element(section.getByText('Last checked just now.')).toBeVisible()

  await publishVersion('1.2.0')
  await choose(checkNow)
  await expect.element(section.getByRole('heading', { name: 'Mailroom 1.2.0 is available' })).toBeVisible()
  await expect.element(section.getByText(/Published .*14/)).toBeVisible()
  // Release notes are shown as plain text, so tags have no effect.
  await expect.element(section.getByText('Calmer <b>colours</b>.')).toBeVisible()
  expect(await openedLinks()).toEqual([])
  await choose(section.getByRole('button', { name: 'Open in browser' }))
  await expect.poll(openedLinks).toEqual(['https://mailroom.example/releases/1.2.0'])
})

test('a failed check shows its reason, keeps the known version, and can be repeated', async () => {
  await publishVersion('1.2.0')
  await choose(checkNow)
  const newest = section.getByRole('heading', { name: 'Mailroom 1.2.0 is available' })
  await expect.element(newest).toBeVisible()
  await publishVersion(null)
  await choose(checkNow)
  const why = section.getByText('Mailroom couldn’t reach the update server.')
  await expect.element(why).toBeVisible()
  await expect.element(newest).toBeVisible()
  // After a reload, the section only says that the check failed.
  location.hash = '#/settings'
  await expect.element(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  location.hash = '#/about'
  await expect.element(section.getByText('The last check, just now, failed.')).toBeVisible()
  await publishVersion('1.3.0')
  await choose(checkNow)
  await expect.element(section.getByRole('heading', { name: 'Mailroom 1.3.0 is available' })).toBeVisible()
  await expect.element(section.getByText('The last check')).not.toBeInTheDocument()
})

test('a notice about a new version is shown until it is dismissed', async () => {
  await expect.element(section).toBeVisible()
  await expect.element(line).not.toBeInTheDocument()
  await publishVersion('1.2.0')
  // The host checks automatically, as it does once a day.
  await invoke('updates.check', undefined)
  await expect.element(line).toHaveTextContent('Mailroom 1.2.0 is available. See what’s new')
  await choose(dismiss)
  await expect.element(line).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.id).toBe('main')
  await invoke('updates.check', undefined)
  await expect.element(section.getByText('Last checked just now.')).toBeVisible()
  await expect.element(line).not.toBeInTheDocument()
  await publishVersion('1.3.0')
  await invoke('updates.check', undefined)
  await expect.element(line).toHaveTextContent('Mailroom 1.3.0 is available. See what’s new')
})

test('the daily check can be turned off in Settings, and About says so', async () => {
  location.hash = '#/settings'
  const daily = page.getByRole('switch', { name: 'Check for new versions once a day' })
  await expect.element(daily).toBeChecked()
  await daily.click()
  await expect.element(daily).not.toBeChecked()
  location.hash = '#/about'
  await expect.element(section.getByText('Mailroom doesn’t check automatically.')).toBeVisible()
  await expect.element(checkNow).toBeEnabled()
})

test.each(['light', 'dark'] as const)('the notice and the section are accessible in %s', async (colorScheme) => {
  await emulateMedia({ colorScheme })
  await publishVersion('1.2.0')
  await choose(checkNow)
  await expect.element(line).toBeVisible()
  await expect.element(section.getByRole('listitem').first()).toBeVisible()
  expect(await violations()).toEqual([])
})

test('a build without an address', async () => {
  await expect.element(page.getByRole('heading', { name: 'Licences' })).toBeVisible()
  await expect.element(section).not.toBeInTheDocument()
  location.hash = '#/settings'
  await expect.element(page.getByRole('heading', { name: 'Data and logs' })).toBeVisible()
  await expect.element(page.getByRole('switch', { name: 'Check for new versions' })).not.toBeInTheDocument()
})
