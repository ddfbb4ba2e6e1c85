import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { violationsInThemes } from './support/axe.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'

const { press } = browser
const main = page.getByRole('main')
const dialog = page.getByRole('dialog')
const question = page.getByRole('alertdialog')
const name = dialog.getByLabelText('Name')

async function save(as: string): Promise<void> {
  await main.getByRole('button', { name: 'Save snapshot…' }).click()
  await name.fill(as)
  await press('Enter')
}

test('invalid snapshot names are refused, and a taken name asks for confirmation', async () => {
  await openMailroom('sandbox/snapshots', { scenario: 'empty' })
  await expect.element(main.getByRole('heading', { name: 'No snapshots yet' })).toBeVisible()
  await save('../base')
  await expect
    .element(
      dialog.getByText('The name contains a character that isn’t allowed, or doesn’t begin with a letter or a digit.'),
    )
    .toBeVisible()
  expect(await violationsInThemes('[role=dialog], dialog[open]')).toEqual([])
  await name.fill('base')
  await press('Enter')
  await expect.element(main.getByRole('row', { name: 'base' })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()

  await save('base')
  await expect.element(question.getByText('Replace the snapshot “base”?')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  // The suggested name can be replaced.
  await expect.element(name).toHaveValue('base')
  await name.fill('other')
  await press('Enter')
  await expect.element(main.getByText('2 snapshots')).toBeVisible()
})

test('a comparison is made only on request, and is accessible in both themes', async () => {
  const { calls } = await openMailroom('sandbox/snapshots', { scenario: 'empty' })
  let compared = 0
  calls.set('sandbox.compareSnapshot', () => {
    compared++
    return 'go on'
  })
  await browser.invoke('sandbox.moveClock', { running: false })
  await save('base')
  await main.getByRole('row', { name: 'base' }).click()
  const detail = main.getByRole('region', { name: 'Snapshot base' })
  await expect.element(detail).toBeVisible()
  await expect.element(detail.getByText('Since the snapshot')).not.toBeInTheDocument()
  await browser.invoke('sandbox.setFaults', { faults: [{ kind: 'hang', path: '/nowhere' }] })
  await detail.getByRole('button', { name: 'Compare' }).click()
  await expect.element(detail.getByText('none → Never respond')).toBeVisible()
  expect(await violationsInThemes('main')).toEqual([])
  await browser.invoke('sandbox.setFaults', { faults: [] })
  await detail.getByRole('button', { name: 'Compare' }).click()
  await expect.element(detail.getByText('Nothing has changed.')).toBeVisible()
  expect(compared).toBe(2)
})
