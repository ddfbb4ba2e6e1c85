import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { toasts } from '../../src/renderer/src/preview/preview-toasts.ts'
import { ComponentPreview } from './pages/component-preview.ts'
import { box } from './support/elements.ts'
import { keepToasts } from './support/keep-toasts.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'

const stack = page.getByRole('region', { name: 'Notifications' })
const toast = stack.getByRole('listitem')

/** The distance of the toast from the edges of the window. */
const fromRight = () => Math.round(innerWidth - box(toast.first()).right)
const fromBottom = () => Math.round(innerHeight - box(toast.first()).bottom)

test('a toast stays at the side of the window and above its buttons when something opens', async () => {
  await browser.emulateMedia({ reducedMotion: 'reduce' })
  const preview = await ComponentPreview.open()
  toasts.info('The archive is complete.', { duration: null })
  // The toast slides in from below: even with reduced motion, it starts 8 px too low.
  await expect.poll(fromBottom).toBe(16)
  expect(fromRight()).toBe(16)
  await preview.button('Drawer').click()
  const close = preview.dialog.getByRole('button', { name: 'Close' }).last()
  await expect.poll(() => box(toast).bottom <= box(close).top).toBe(true)
  expect(fromRight()).toBe(16)
  await close.click()
  await expect.poll(fromBottom).toBe(16)
})

test('the toast of a finished export does not cover the buttons of the next form', async () => {
  await openMailroom('exports/new', { scenario: 'empty' })
  const exportNow = page.getByRole('main').getByRole('button', { name: 'Export', exact: true })
  await exportNow.click()
  await expect.element(toast.getByText('exported to')).toBeVisible()
  keepToasts()
  location.hash = '#/exports/new'
  await expect.poll(() => [box(toast.first()).bottom <= box(exportNow).top, fromRight()]).toEqual([true, 16])
})
