import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mostCopies } from '#shared/contract/base/draft-limits.ts'
import type { Draft } from '#shared/contract/drafts.ts'
import { keepToasts } from './support/keep-toasts.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'
import { writeOne } from './support/send-one.ts'

const { invoke, press, type } = browser

test('an address that is being typed is kept when another window removes an earlier one', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const { id } = await writeOne()
  const cc = async (): Promise<string[]> => {
    const { output } = (await invoke('drafts.get', { id })) as { output: Draft }
    return output.content.cc.map(({ address }) => address)
  }
  await invoke('drafts.save', { id, content: { cc: [{ address: 'first@example.org', name: '' }] } })
  location.hash = `#/compose/${id}`
  const field = page.getByRole('combobox', { name: 'Cc', exact: true })
  await field.click()
  await type('second@exam')
  await expect.poll(cc).toEqual(['first@example.org', 'second@exam'])

  await invoke('drafts.save', { id, content: { cc: [{ address: 'second@exam', name: '' }] } })
  await expect.element(page.getByText('first@example.org')).not.toBeInTheDocument()
  await type('ple.org')
  await press('Enter')
  await expect.poll(cc).toEqual(['second@example.org'])
})

test('an address that is being corrected is kept when another window changes the draft', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const { id } = await writeOne()
  await invoke('drafts.save', { id, content: { cc: [{ address: 'first@example.org', name: '' }] } })
  location.hash = `#/compose/${id}`
  await page.getByRole('list', { name: 'Cc: addresses' }).getByRole('button').first().click()
  await type('second@exam')
  await invoke('drafts.save', { id, content: { subject: 'Changed elsewhere' } })
  await expect.element(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Changed elsewhere')
  await type('ple.org')
  await press('Enter')
  await expect.element(page.getByRole('button', { name: 'Remove second@example.org' })).toBeVisible()
})

test('a correction is written to its own address, even if another window removes an earlier one', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const { id } = await writeOne()
  const box = (address: string) => ({ address, name: '' })
  const [first, second, third] = ['first@example.org', 'second@example.org', 'third@example.org'].map(box)
  await invoke('drafts.save', { id, content: { cc: [first, second, third] } })
  location.hash = `#/compose/${id}`
  const list = page.getByRole('list', { name: 'Cc: addresses' })
  await list.getByRole('button', { name: /^second@/ }).click()
  await type('new@exam')
  await invoke('drafts.save', { id, content: { cc: [second, third] } })
  await expect.element(list.getByRole('button', { name: /^first@/ })).not.toBeInTheDocument()
  await type('ple.org')
  await press('Enter')
  await expect.element(page.getByRole('button', { name: 'Remove new@example.org' })).toBeVisible()
  await expect
    .poll(async () =>
      ((await invoke('drafts.get', { id })) as { output: Draft }).output.content.cc.map((one) => one.address),
    )
    .toEqual(['new@example.org', 'third@example.org'])
})

test('a correction is kept if another window removes its address', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const { id } = await writeOne()
  const [first, second] = ['first@example.org', 'second@example.org'].map((address) => ({ address, name: '' }))
  await invoke('drafts.save', { id, content: { cc: [first, second] } })
  location.hash = `#/compose/${id}`
  const list = page.getByRole('list', { name: 'Cc: addresses' })
  await list.getByRole('button', { name: /^second@/ }).click()
  await type('new@exam')
  await invoke('drafts.save', { id, content: { cc: [first], subject: 'Changed elsewhere' } })
  await expect.element(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Changed elsewhere')
  await type('ple.org')
  await press('Enter')
  await expect.element(page.getByRole('button', { name: 'Remove new@example.org' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Remove first@example.org' })).toBeVisible()
})

test('addresses beyond the limit are left out when they are pasted or typed, and a notice says how many', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const { id } = await writeOne()
  const cc = Array.from({ length: mostCopies - 1 }, (_, index) => ({ address: `copy${index}@example.org`, name: '' }))
  await invoke('drafts.save', { id, content: { cc } })
  const saved = async () => {
    const { output } = (await invoke('drafts.get', { id })) as { output: Draft }
    return output.content.cc.slice(mostCopies - 1).map(({ address }) => address)
  }
  location.hash = `#/compose/${id}`
  const field = page.getByRole('combobox', { name: 'Cc', exact: true })
  await field.click()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', 'last@example.org, one@example.org, two@example.org')
  field.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  const notice = (left: string) => page.getByText(`${left} left out, because Cc can have at most 1,000 addresses.`)
  await expect.element(notice('2 addresses').first()).toBeVisible()
  keepToasts()
  await expect.poll(saved).toEqual(['last@example.org'])

  await type('three@example.org')
  await press('Enter')
  await expect.element(notice('1 address').first()).toBeVisible()
  await expect.poll(saved).toEqual(['last@example.org'])
})

test('an address that is being typed into a folded list is part of the draft once it is saved', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const { id } = await writeOne()
  const rows = Array.from({ length: 49 }, (_none, at) => {
    return { address: `p${at}@example.org`, name: '', values: [], parts: [] }
  })
  await invoke('drafts.save', { id, people: { columns: [], at: 1, remove: 0, rows } })
  const last = async (): Promise<[number, string | undefined]> => {
    const { output } = (await invoke('drafts.get', { id })) as { output: Draft }
    return [output.people.rows.length, output.people.rows.at(-1)?.address]
  }
  location.hash = `#/compose/${id}`
  const field = page.getByRole('combobox', { name: 'To', exact: true })
  await field.click()
  await type('fifty-first@example.org')
  await expect.poll(last).toEqual([51, 'fifty-first@example.org'])
  await press('Enter')
  await expect.element(page.getByRole('list', { name: 'To: addresses' })).not.toBeInTheDocument()
  await type('another@example.org')
  window.dispatchEvent(new Event('blur'))
  await expect.poll(last).toEqual([52, 'another@example.org'])
  // It is still being typed.
  await type('.uk')
  await press('Enter')
  await expect.poll(last).toEqual([52, 'another@example.org.uk'])
})
