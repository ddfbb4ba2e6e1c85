import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { openMailroom } from './support/open-mailroom.ts'

const main = page.getByRole('main')

/** Collects the title of every view that appears from now on, even for a moment. */
function titlesFromNow(): () => readonly (string | null)[] {
  const titles = new Set<Element>()
  const note = (records: readonly MutationRecord[]) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element)
    for (const element of added) for (const title of element.querySelectorAll('h1')) titles.add(title)
  }
  const observer = new MutationObserver(note)
  observer.observe(main.element(), { childList: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  return () => {
    note(observer.takeRecords())
    return [...titles].map(({ textContent }) => textContent)
  }
}

test('a view that replaces its address in its first effect is created once, even if its code is already loaded', async () => {
  await openMailroom('about', { scenario: 'empty' })
  const first = main.getByRole('checkbox', { name: 'Overview', exact: true })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('About Mailroom')
  for (const _visit of ['first', 'second']) {
    const titles = titlesFromNow()
    location.hash = '#/settings/sidebar'
    await expect.element(first).toHaveFocus()
    expect(location.hash).toBe('#/settings')
    expect(titles()).toEqual(['Settings'])

    location.hash = '#/about'
    await expect.element(first).not.toBeInTheDocument()
  }
})
