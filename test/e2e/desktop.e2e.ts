import { decideCalls } from './support/hosts/page-calls.ts'
import { refusedByMailFrame } from './support/elsewhere.ts'
import { newMessage } from './flows/new-message.ts'
import { expect, notInElectron, test } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)
// The preview beside a draft is also a mail frame.
test.beforeEach(({ app }) => app.expectError(refusedByMailFrame))

test('text typed a moment before quitting is there after the next start', async ({ app }) => {
  await newMessage(app)
  await app.pages.composer.subject.fill('The last words')
  // The draft is saved after a pause, and quitting begins earlier.
  await app.restart()
  await app.pages.drafts.link.click()
  await expect(app.pages.drafts.draft('The last words')).toBeVisible()
})

test(
  'a page that cannot save stays open if the user chooses so, and accepts input again',
  notInElectron('It answers the page’s calls.'),
  async ({ app }) => {
    const { composer } = app.pages
    await newMessage(app)
    const error = { code: 'disk-full', message: 'The disk is full.', retryable: true, details: {} }
    const goOn = await decideCalls(app.page, 'drafts.save', () => ({ ok: false, error }))
    await composer.subject.fill('On a full disk')
    await expect(composer.notSaved).toContainText('The disk is full.')
    await app.quitAndStay()
    await composer.subject.press('End')
    await app.page.keyboard.type(', again')
    await expect(composer.subject).toHaveValue('On a full disk, again')
    await goOn()
    // The previous change may still be waiting for its save, or its save may have failed. The next change is saved
    // with it.
    await app.page.keyboard.type('!')
    await expect(composer.notSaved).toBeHidden()
    await expect(composer.saved).toBeVisible()
  },
)

test(
  'the emulated bridge refuses the same values as Electron’s',
  notInElectron('It is about the emulation of the bridge.'),
  async ({ app }) => {
    const tried = await app.page.evaluate(async () => {
      const bridge = (window as unknown as { mailroomHost: Record<string, (...given: unknown[]) => Promise<unknown>> })
        .mailroomHost
      const attempt = async (work: () => Promise<unknown>) => work().then(JSON.stringify, String)
      return {
        proxy: await attempt(async () => bridge['invoke']?.('app.info', { inside: new Proxy({}, {}) })),
        element: await attempt(async () => bridge['invoke']?.('app.info', document.body)),
        madeUp: await attempt(async () => bridge['drop']?.([new File(['x'], 'made up.txt')])),
      }
    })
    expect(tried.proxy).toContain('could not be cloned')
    expect(tried.element).toContain('handed an element')
    // The file has no path, so its bytes are transferred.
    expect(tried.madeUp).toContain('"name":"made up.txt","size":1')
  },
)
