import { refusedByMailFrame } from './support/elsewhere.ts'
import { expect, notInElectron, test } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'
import { decideCalls } from './support/hosts/page-calls.ts'

test.use(onEmptySandbox)
// The preview beside a draft is also a mail frame.
test.beforeEach(({ app }) => app.expectError(refusedByMailFrame))

test(
  'two windows share a draft, and no edit in either is lost',
  notInElectron('It answers the calls of a page.'),
  async ({ app }) => {
    const { page } = app
    const { drafts, composer, sending } = app.pages
    await drafts.link.click()
    await drafts.newMessage.click()
    await expect(composer.to).toBeFocused()
    await composer.to.fill('ann@example.com, bob@example.com')
    await composer.to.press('Enter')
    await composer.subject.fill('One')
    await expect(composer.saved).toBeVisible()

    const { page: second, pages: other } = await app.openWindow(async () => {
      await sending.more.click()
      await composer.inNewWindow.click()
    })
    await expect(other.composer.subject).toHaveValue('One')

    await test.step('each shows what the other saves', async () => {
      await composer.subject.fill('Two')
      await expect(other.composer.subject).toHaveValue('Two')
      await other.composer.preheader.fill('From the other window')
      await expect(composer.preheader).toHaveValue('From the other window')
    })

    await test.step('if both have changed the same field, the user chooses', async () => {
      const error = { code: 'disk-full', message: 'The disk is full.', retryable: true, details: {} }
      const goOn = await decideCalls(second, 'drafts.save', () => ({ ok: false, error }))
      await other.composer.subject.fill('Theirs')
      await expect(other.composer.notSaved).toContainText('The disk is full.')
      await composer.subject.fill('Mine')
      await expect(other.composer.notSaved).toContainText('This draft was also changed in another window: subject.')
      await expect(other.composer.subject).toHaveValue('Theirs')
      await goOn()
      await other.composer.keepThis.click()
      await expect(composer.subject).toHaveValue('Theirs')
      await expect(other.composer.notSaved).toBeHidden()
    })

    await test.step('an erased person disappears from both, and is not brought back', async () => {
      const { recipients } = other
      await recipients.lookUp('bob@example.com')
      await recipients.erase.click()
      await recipients.typedAddress.fill('bob@example.com')
      await recipients.confirmErasure.click()
      await expect(composer.chips).toHaveText([/ann@example\.com/])
      await composer.subject.fill('After it')
      await expect(composer.saved).toBeVisible()
      await page.reload()
      await expect(composer.subject).toHaveValue('After it')
      await expect(composer.chips).toHaveText([/ann@example\.com/])
    })
    await app.closeWindow(second)
    await expect(composer.subject).toHaveValue('After it')
  },
)
