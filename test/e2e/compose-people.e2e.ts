import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeTable } from '#formats/index.ts'
import { bytesOf } from '#test/support/table-files.ts'
import { violations } from './support/axe.ts'
import { refusedByMailFrame } from './support/elsewhere.ts'
import { expect, test, type AppUnderTest } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)
// The preview beside a draft is also a mail frame.
test.beforeEach(({ app }) => app.expectError(refusedByMailFrame))

async function newMessage({ pages: { drafts, composer } }: AppUnderTest, subject: string): Promise<void> {
  await drafts.link.click()
  await drafts.newMessage.click()
  await composer.subject.fill(subject)
}

async function writeHtml({ page }: AppUnderTest, html: string): Promise<void> {
  await page.getByRole('radiogroup').getByText('Code', { exact: true }).click()
  const code = page.locator('[data-drop-body] .cm-content')
  await code.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(html)
}

test('recipients are imported from a file, corrected by keyboard, and previewed', async ({ app }) => {
  const { page } = app
  const { composer, people, preview } = app.pages
  await newMessage(app, 'Hello {{firstName}}')
  await composer.tab('Recipients').click()

  await test.step('the columns of a file are guessed, and problems are reported by line', async () => {
    const lines = [
      'E-mail;First name;Order;meta.shop',
      'ann@example.org;Ann;=1+1;"</script>"',
      'nobody;Bob;2;b',
      '"Dee; D. <dee@example.org>";;{{x}};d',
      'ann@example.org;Ann;4;e',
    ]
    await people.importFile.click()
    await people.take('list.csv', Buffer.from(`\uFEFF${lines.join('\r\n')}`, 'utf16le'))
    await expect(people.becomes('E-mail')).toHaveValue('Address')
    await expect(people.becomes('First name')).toHaveValue('{{firstName}}')
    await expect(people.becomes('meta.shop')).toHaveValue('Metadata: shop')
    expect(await violations(page)).toEqual([])
    await people.startImport.click()
    await expect(people.leftOut).toHaveText([/^Line 3 “nobody” is not an email address/])
    await people.done.click()
    await expect(people.notes).toContainText('3 recipients')
    await expect(people.notes).toContainText('1 missing value in 1 row')
    await expect(people.notes).toContainText('1 duplicate')
    expect(await violations(page)).toEqual([])
  })

  await test.step('the next missing value is found and filled in, and an edit is undone', async () => {
    await people.grid.focus()
    await page.keyboard.press('F4')
    await page.keyboard.type('Deirdre')
    await expect(people.editor).toHaveValue('Deirdre')
    await page.keyboard.press('Enter')
    await expect(people.grid).toBeFocused()
    await expect(people.notes).not.toContainText('missing value')
    await page.keyboard.press('ControlOrMeta+Z')
    await expect(people.notes).toContainText('1 missing value in 1 row')
    await page.keyboard.press('ControlOrMeta+Y')
    await expect(people.notes).not.toContainText('missing value')
  })

  await test.step('a duplicate is removed, and all changes are saved to the disk', async () => {
    await people.removeDuplicates.click()
    await expect(people.notes).toContainText('2 recipients')
    await expect(composer.saved).toBeVisible()
  })

  await test.step('each recipient sees their own values, and markup in them is shown as text', async () => {
    await writeHtml(app, '<p>Dear {{firstName}}, {{order}}</p>')
    await composer.tab('Preview').click()
    await expect(preview.content.locator('p')).toHaveText('Dear Ann, =1+1')
    await preview.next.focus()
    await page.keyboard.press('j')
    await expect(preview.recipient).toHaveValue('dee@example.org')
    await expect(preview.content.locator('p')).toHaveText('Dear Deirdre, {{x}}')
    await composer.subject.fill('News for {{firstName}}')
    await expect(preview.inbox).toContainText('News for Deirdre')
  })

  await test.step('the request is shown without keys, beside a body that scrolls', async () => {
    await writeHtml(app, '<p>Dear {{firstName}}, {{order}}</p>\n'.repeat(100))
    await preview.shape('Request').click()
    await expect(preview.request).toContainText('firstName')
    await expect(preview.region).toContainText('Keys are masked')
    expect(await violations(page)).toEqual([])
  })
})

test('a workbook is imported, and problems are reported by line', async ({ app }) => {
  const { composer, people } = app.pages
  await newMessage(app, 'Hello {{city}}')
  await composer.tab('Recipients').click()

  await test.step('the user chooses the address column if none is named or filled', async () => {
    const rows = [
      ['Ann', 'Rome', 'ann@example.org'],
      ['Bob', 'Oslo', 'bob@'],
      ['Cid', 'Bonn', ''],
      ['Dee', 'Bern', 'dee@example.org'],
    ]
    const book = await bytesOf(writeTable('xlsx', ['Name', 'City', 'Reach'], [rows], { for: 'machines' }))
    await people.importFile.click()
    await people.take('list.xlsx', book)
    await expect(people.startImport).toBeDisabled()
    await expect(people.importProblem).toContainText('Choose Address for the column that contains the email addresses.')
    await people.becomes('Reach').click()
    await people.choice('Address').click()
    await people.startImport.click()
    await expect(people.leftOut).toHaveText([
      /^Line 3 “bob@” is not an email address\. /,
      'Line 4 The line has no address.',
    ])
    await people.done.click()
    await expect(people.cell(1, 1)).toHaveText('ann@example.org')
    await expect(people.cell(2, 3)).toHaveText('Bern')
  })

  await test.step('unreadable lines are reported in sentences', async () => {
    await people.importFile.click()
    await people.take('list.csv', 'email,city\neve@example.org,"Ro" me\nfay@example.org,Lyon\n')
    await expect(people.leftOut).toHaveText([/^Line 2 [A-Z].*\.$/])
    await people.startImport.click()
    await people.done.click()
    await expect(people.notes).toContainText('3 recipients')
  })

  await test.step('the table covers the message until it is made narrow again', async () => {
    const width = async () => (await people.grid.boundingBox())?.width ?? 0
    const before = await width()
    await people.widen.click()
    await expect.poll(width).toBeGreaterThan(before * 1.5)
    await app.page.reload()
    await expect.poll(width).toBeGreaterThan(before * 1.5)
    await people.narrow.click()
    await expect.poll(width).toBe(before)
  })
})

test('a block from a spreadsheet is matched by the names in its first line, even with thousands of rows', async ({
  app,
}) => {
  const { composer, people } = app.pages
  await newMessage(app, 'Hello {{name}}')
  await composer.tab('Recipients').click()
  await people.grid.focus()
  const rows = Array.from({ length: 3000 }, (_none, at) => `p${at}@example.org\t"Line ""${at}""\nand more"`)
  await people.paste(['email\tname', ...rows].join('\n'))
  await expect(people.notes).toContainText('3,000 recipients')
  await people.search.fill('p2999@')
  await expect(people.notes).toContainText('1 of 3,000 recipients')
  await expect(people.cell(1, 1)).toHaveText('p2999@example.org')
  await expect(people.cell(1, 3)).toHaveText(/Line "2999"\s+and more/)
})

test('the checks move to the places they are about', async ({ app }) => {
  const { page } = app
  const { composer, people, preview } = app.pages
  await newMessage(app, 'HELLO THERE {{first}}')
  await writeHtml(app, '<p style="gap:1px"><a href="http://localhost/x">Shop</a><img src="cid:gone">')
  await composer.tab('Recipients').click()
  await people.grid.focus()
  await people.paste('ann@example.org\nnobody')
  await composer.tab('Checks').click()
  for (const text of [/localhost, which readers/, /content ID gone/, /gap is ignored by/, /in all capitals/]) {
    await expect(preview.finding(text)).toBeVisible()
  }
  expect(await violations(page)).toEqual([])
  await preview.finding(/The address of 1 recipient is not a valid email address/).click()
  await expect(people.grid).toBeFocused()
  await expect(people.cell(2, 1)).toHaveText('nobody')
})

test('a finding steps through all of its rows, by keys and buttons, and others can be dismissed', async ({ app }) => {
  const { page } = app
  const { composer, people, preview } = app.pages
  await newMessage(app, 'HELLO THERE ALL')
  await composer.tab('Recipients').click()
  await people.grid.focus()
  await people.paste('nobody\nann@example.org\nnothing\nbob@example.org\nnowhere')
  await composer.tab('Checks').click()
  await preview.finding(/The address of 3 recipients/).click()
  await expect(people.grid).toBeFocused()
  await expect(people.steps).toContainText('1 of 3')
  await page.keyboard.press('F9')
  await expect(people.steps).toContainText('2 of 3')
  await expect(people.active).toHaveText('nothing')
  await people.nextStep.click()
  await expect(people.active).toHaveText('nowhere')
  await page.keyboard.press('Shift+F9')
  await expect(people.active).toHaveText('nothing')
  await page.keyboard.type('ann@example.com')
  await page.keyboard.press('Enter')
  await expect(people.steps).toContainText('The address of 2 recipients')
  expect(await violations(page)).toEqual([])
  await people.allChecks.click()
  await preview.finding(/in all capitals/).focus()
  await page.keyboard.press('Delete')
  await expect(preview.finding(/in all capitals/)).toHaveCount(0)
  await preview.dismissed.click()
  expect(await violations(page)).toEqual([])
  await preview.bringBack.click()
  await expect(preview.finding(/in all capitals/)).toBeVisible()
})

test('a hostile message runs nothing in any mode of the preview, and is sent to nobody', async ({ app }) => {
  const requests: string[] = []
  const beacon = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((listening) => beacon.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(beacon.address() as AddressInfo).port}`
  try {
    const { composer, preview } = app.pages
    await newMessage(app, 'Hello')
    const html = [
      `<meta http-equiv=refresh content="0;url=${url}/refresh"><base href="${url}/"><link rel=prefetch href="${url}/p">`,
      `<style>@import "${url}/css"; p { background: url(${url}/bg) }</style><script src="${url}/s"></script>`,
      `<img src="${url}/img" onerror="fetch('${url}/x')"><svg onload="fetch('${url}/svg')"><image href="${url}/i"/></svg>`,
      `<object data="${url}/o"></object><iframe src="${url}/f"></iframe><form action="${url}/a"><p>The end</p>`,
    ].join('')
    await writeHtml(app, html)
    await composer.tab('Preview').click()
    for (const mode of ['desktop', 'phone', 'dark', 'forced-dark', 'no-images']) {
      await preview.mode.selectOption(mode)
      await expect(preview.content.getByText('The end')).toBeVisible()
    }
    await preview.shape('Source').click()
    await expect(preview.region.locator('.cm-content')).toContainText('http-equiv')
    expect(requests).toEqual([])
  } finally {
    beacon.close()
  }
})

test('names of columns and tabs are complete beside many recipients, and line breaks are fixed for all of them', async ({
  app,
}) => {
  const { page } = app
  const { composer, people, preview } = app.pages
  await newMessage(app, 'Hello {{first}}')
  await composer.tab('Recipients').click()
  const rows = Array.from({ length: 1001 }, (_none, at) => `p${at}@example.org;"Ann\nLee";${at}`)
  await people.importFile.click()
  await people.take('list.csv', Buffer.from(['E-mail;first;Vorname', ...rows].join('\n')))
  await people.startImport.click()
  await people.done.click()
  const name = composer.panel.getByRole('columnheader', { name: /^Vorname/ }).getByText('Vorname')
  expect(await name.evaluate((label) => label.scrollWidth <= label.clientWidth)).toBe(true)
  const tabs = composer.panel.getByRole('tablist')
  expect(await tabs.evaluate((list) => list.scrollWidth <= list.clientWidth)).toBe(true)

  await composer.tab('Checks').click()
  await expect(preview.finding(/^“first”, which the subject uses, .* in 1,001 rows, first in row 1\./)).toBeVisible()
  await composer.panel.getByRole('button', { name: 'Replace with a space' }).click()
  await expect(preview.finding(/which the subject uses/)).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await composer.tab('Recipients').click()
  await people.grid.focus()
  await page.keyboard.press('ControlOrMeta+Z')
  await composer.tab('Checks').click()
  await expect(preview.finding(/which the subject uses/)).toBeVisible()
})

test('{{name}} is suggested, checked, and filled in from the names beside the addresses in one click', async ({
  app,
}) => {
  const { page } = app
  const { composer, people, preview, drafts } = app.pages
  await newMessage(app, 'Hello {{name}}')
  await composer.to.fill('Ann Lee <ann@example.org>, bob@example.org, Cy <cy@example.org>')
  await composer.to.press('Enter')
  await composer.tab('Checks').click()
  await expect(preview.finding(/^{{name}} has no value for 2 recipients with a name/)).toBeVisible()
  await app.pages.shell.keepToasts()
  await composer.panel.getByRole('button', { name: 'Fill in from the names' }).click()
  await expect(preview.finding(/with a name/)).toHaveCount(0)
  await expect(preview.finding(/^{{name}} has no value for 1 recipient\./)).toBeVisible()
  await drafts.undo.click()
  await expect(preview.finding(/with a name/)).toBeVisible()

  await composer.tab('Recipients').click()
  await people.fillNames.click()
  await expect(people.fillNames).toBeHidden()
  await expect(people.cell(1, 3)).toHaveText('Ann Lee')
  expect(await violations(page)).toEqual([])
  await composer.tab('Preview').click()
  await expect(composer.panel).toContainText('Hello Ann Lee')
})
