import { writeFile } from 'node:fs/promises'
import { chooseFiles, downloaded } from './pages/base/system-dialogs.ts'
import { expect, test } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)

test('a snapshot is saved, compared with a program’s sends, and restored', async ({ app, program }) => {
  const { page } = app
  const { palette, sandbox, snapshots } = app.pages
  await palette.run('snapshots', /^Sandbox › Snapshots/)
  await expect(snapshots.empty).toBeVisible()
  // Otherwise the delivery a second later would count as a change.
  await program.control('POST', '/clock', { running: false })
  await program.send({ to: 'ada@shop.example', subject: 'The first one' })
  await snapshots.saveAs('a name')
  await expect(
    page.getByText('The name contains a character that isn’t allowed, or doesn’t begin with a letter or a digit.'),
  ).toBeVisible()
  await snapshots.name.fill('base')
  await snapshots.confirmSave.click()
  await expect(page.getByText('The snapshot “base” was saved.', { exact: true })).toBeVisible()

  await snapshots.row('base').click()
  await snapshots.compare.click()
  await expect(snapshots.nothingChanged).toBeVisible()

  await test.step('the changes since then are listed', async () => {
    await program.send({ to: 'bounce@shop.example', subject: 'The second one' })
    await program.post('/blacklists', { type: 'bounces', email: 'eve@shop.example' })
    await program.control('PUT', '/faults', [{ kind: 'status', path: '/nowhere', status: 503 }])
    await snapshots.compare.click()
    await expect(snapshots.changedMessages.filter({ hasText: 'bounce@shop.example' })).toContainText('Added')
    await expect(snapshots.changedEntries.filter({ hasText: 'eve@shop.example' })).toContainText('Added')
    await expect(page.getByText('none → Respond with a status')).toBeVisible()
  })

  await test.step('restoring asks first, and then restores everything', async () => {
    await snapshots.restore.click()
    await expect(snapshots.question).toContainText('This replaces 2 messages')
    await snapshots.confirmRestore.click()
    await expect(page.getByText(/^The snapshot “base” was restored\. The sandbox now has 1 message\.$/)).toBeVisible()
    // The comparison is updated.
    await expect(snapshots.nothingChanged).toBeVisible()
    await expect(page.getByText(/^1 message · clock/)).toBeVisible()
    await expect(sandbox.faultsTab).toHaveText('Faults')
  })

  await test.step('a taken name is replaced only on request', async () => {
    await program.send({ to: 'ada@shop.example', subject: 'The third one' })
    await snapshots.saveAs('base')
    await expect(snapshots.question).toContainText('Replace the snapshot “base”?')
    await snapshots.confirmReplacement.click()
    await expect(snapshots.detail('base')).toContainText(/Messages\s*2/)
  })
})

test('by keyboard alone: save, compare, restore, remove', async ({ app, program }) => {
  const { page } = app
  const { sandbox, snapshots } = app.pages
  await sandbox.snapshotsTab.focus()
  await page.keyboard.press('Enter')
  for (const name of ['first', 'second']) {
    // The snapshot before is listed while it is still being saved.
    await expect(snapshots.save).toBeEnabled()
    await snapshots.save.press('Enter')
    await expect(snapshots.name).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(snapshots.row(name)).toBeVisible()
  }
  await program.send({ to: 'ada@shop.example', subject: 'Hello' })
  await snapshots.grid.focus()
  await page.keyboard.press('ArrowDown')
  await expect(snapshots.detail('first')).toBeVisible()
  await expect(snapshots.changedMessages).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(snapshots.changedMessages).toHaveText(/ada@shop\.example.*Hello/)
  await snapshots.restore.press('Enter')
  await expect(snapshots.question).toBeVisible()
  await snapshots.confirmRestore.press('Enter')
  await expect(snapshots.nothingChanged).toBeVisible()

  await snapshots.grid.focus()
  await page.keyboard.press('ArrowDown')
  await expect(snapshots.detail('second')).toBeVisible()
  await page.keyboard.press('Delete')
  await snapshots.confirmRemoval.press('Enter')
  await expect(snapshots.row('second')).toHaveCount(0)
  await expect(snapshots.row('first')).toBeVisible()
  await expect(snapshots.grid).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Escape')
  await expect(snapshots.row('first')).toBeVisible()
})

test('a snapshot is exported to a file, and files are imported by choosing and by dropping them', async ({ app }) => {
  const { page } = app
  const { sandbox, snapshots } = app.pages
  await sandbox.snapshotsTab.click()
  await snapshots.saveAs('base')
  await snapshots.row('base').click()
  const { name, bytes } = await downloaded(page, () => snapshots.export.press('Enter'))
  expect(name).toBe('base.snapshot')

  const path = test.info().outputPath('base.snapshot')
  await writeFile(path, bytes)
  await chooseFiles(page, () => snapshots.import.press('Enter'), [path])
  await expect(page.getByText('The snapshot “base-2” was imported.', { exact: true })).toBeVisible()
  await snapshots.row('base-2').click()
  await snapshots.compare.click()
  await expect(snapshots.nothingChanged).toBeVisible()

  await snapshots.drop('from Ada.snapshot', bytes)
  await expect(page.getByText('The snapshot “from-Ada” was imported.', { exact: true })).toBeVisible()
  await expect(snapshots.row('from-Ada')).toBeVisible()
  await snapshots.drop('torn.snapshot', bytes.subarray(0, bytes.length - 50))
  const reason = 'The snapshot can’t be read. Part of the file is missing or damaged. Save or copy it again.'
  await expect(page.getByText(reason, { exact: true })).toBeVisible()
  await expect(snapshots.grid.getByRole('row').filter({ hasText: 'torn' })).toHaveCount(0)
})

test('what a command saves or removes is shown at once', async ({ app, program }) => {
  const { sandbox, snapshots } = app.pages
  await sandbox.snapshotsTab.click()
  await expect(snapshots.empty).toBeVisible()
  expect(await program.control('PUT', '/snapshots/theirs', {})).toBe(200)
  await expect(snapshots.row('theirs')).toBeVisible()
  expect(await program.control('DELETE', '/snapshots/theirs', {})).toBe(200)
  await expect(snapshots.empty).toBeVisible()
})

test.describe('a file that isn’t a snapshot', () => {
  test.use({ dataFiles: { ...onEmptySandbox.dataFiles, 'sandbox/snapshots/torn.snapshot': 'nothing\n' } })

  test('is listed with its problem, and can only be removed', async ({ app }) => {
    const { sandbox, snapshots } = app.pages
    await sandbox.snapshotsTab.click()
    await expect(snapshots.row('torn')).toContainText('The snapshot can’t be read.')
    await snapshots.row('torn').click()
    await expect(snapshots.detail('torn')).toContainText('The file doesn’t begin like a snapshot. Choose another file.')
    await expect(snapshots.compare).toHaveCount(0)
    await snapshots.remove.click()
    await snapshots.confirmRemoval.click()
    await expect(snapshots.empty).toBeVisible()
  })
})
