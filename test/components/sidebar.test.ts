import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { focus } from './support/elements.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'

const { invoke, press } = browser
const views = page.getByRole('navigation', { name: 'Views' })
const link = (name: string) => views.getByRole('link', { name, exact: true })
const title = page.getByRole('heading', { level: 1 })
const hiddenViews = async () => {
  const reply = await invoke('settings.get', undefined)
  return reply.ok && (reply.output as { viewState: Record<string, unknown> }).viewState['hiddenViews']
}

test('the views are one tab stop, in groups, and the arrow keys move among them', async () => {
  await openMailroom('messages', { scenario: 'empty' })
  await expect
    .element(views.getByRole('list', { name: 'Develop' }).getByRole('link').first())
    .toHaveTextContent('API keys')
  await focus(page.getByRole('button', { name: /^Account: / }))
  await press('Tab')
  await expect.element(link('Messages')).toHaveFocus()
  await press('ArrowDown')
  await expect.element(link('Recipients')).toHaveFocus()
  await press('End')
  await expect.element(link('Settings')).toHaveFocus()
  await press('ArrowDown')
  await expect.element(link('Overview')).toHaveFocus()
  await press('ArrowUp')
  await press('Home')
  await press('ArrowDown')
  await press('Enter')
  await expect.element(title).toHaveTextContent('Dashboard')
  await press('Tab')
  await expect.element(page.getByRole('button', { name: 'Commands' })).toHaveFocus()
  await press('Shift+Tab')
  await expect.element(link('Dashboard')).toHaveFocus()
})

test('a view hidden by its menu is listed while it is open, and can be shown again in Settings', async () => {
  await openMailroom('messages', { scenario: 'empty' })
  await focus(link('Webhooks'))
  await press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Hide Webhooks' }).click()
  await expect.element(link('Webhooks')).not.toBeInTheDocument()
  await expect.element(link('Sandbox')).toHaveFocus()
  await expect.poll(hiddenViews).toEqual(['webhooks'])

  location.hash = '#/webhooks'
  await expect.element(title).toHaveTextContent('Webhooks')
  await expect.element(link('Webhooks')).toHaveAttribute('aria-current', 'page')

  await press('Control+k')
  await page.getByRole('combobox', { name: 'Type a command' }).fill('choose the views')
  await expect.element(page.getByRole('option', { name: /^Choose the views/, selected: true })).toBeVisible()
  await press('Enter')
  await expect.element(title).toHaveTextContent('Settings')
  await expect.element(link('Webhooks')).not.toBeInTheDocument()
  const choice = (name: string) => page.getByRole('main').getByRole('checkbox', { name, exact: true })
  await expect.element(choice('Overview')).toHaveFocus()
  await choice('Webhooks').click()
  await expect.element(link('Webhooks')).toBeVisible()
})

test('Settings stays when every other view is hidden', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const choices = page.getByRole('main').getByRole('group', { name: 'Sidebar' }).getByRole('checkbox')
  await expect.element(choices.first()).toBeVisible()
  for (const choice of choices.elements()) if (choice.matches(':enabled')) (choice as HTMLElement).click()
  await expect
    .poll(() =>
      views
        .getByRole('link')
        .elements()
        .map((each) => each.textContent.trim()),
    )
    .toEqual(['Settings'])
  await focus(link('Settings'))
  await press('Shift+F10')
  await expect.element(page.getByRole('menuitem', { name: /^Hide Settings/ })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitem', { name: 'Show all views' }).click()
  await expect.element(link('Overview')).toBeVisible()
})
