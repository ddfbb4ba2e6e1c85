import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { box, focus } from './support/elements.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'

const { invoke, press } = browser

/** Whether the focus ring of an element fits inside the ancestor that would clip it. */
function isRingInside(element: Element, cutting: Element): boolean {
  const { outlineWidth, outlineOffset } = getComputedStyle(element)
  const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
  const [inner, outer] = [element.getBoundingClientRect(), cutting.getBoundingClientRect()]
  return inner.left - reach >= outer.left && inner.right + reach <= outer.right && inner.bottom + reach <= outer.bottom
}

test('the focus ring is fully visible in the list of views and in the key help', async () => {
  await openMailroom('recipients', { scenario: 'empty' })
  const views = page.getByRole('navigation', { name: 'Views' })
  const link = views.getByRole('link').first()
  await focus(link)
  expect(isRingInside(link.element(), views.element())).toBe(true)
  await press('?')
  const shortcuts = page.getByRole('group', { name: 'Shortcuts' })
  await focus(shortcuts)
  expect(isRingInside(shortcuts.element(), shortcuts.element().closest('.body')!)).toBe(true)
})

test('a single fault is named in the singular, and a field’s button is aligned with it', async () => {
  await openMailroom('recipients', { scenario: 'empty' })
  await invoke('sandbox.setFaults', { faults: [{ kind: 'status', path: '/messages*', status: 503 }] })
  await expect.element(page.getByText('1 active fault', { exact: true })).toBeInTheDocument()
  const [find, field] = [page.getByRole('button', { name: 'Find', exact: true }), page.getByRole('combobox')]
  // The indicator above may be there before the view.
  await expect.element(find).toBeVisible()
  const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2
  expect(Math.abs(middle(box(find)) - middle(box(field)))).toBeLessThanOrEqual(1)
})
