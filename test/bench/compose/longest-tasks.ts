import type { BrowserContext, Page } from '@playwright/test'
import { PreviewPanel } from '../../e2e/pages/compose/preview-panel.ts'
import type { MessageBody, Mode } from '../../e2e/pages/message-body.ts'
import { figure, type Print } from '../support/figure.ts'
import { openBareEditor, openBarePage } from './bare-page.ts'
import { longestTask } from '../support/longest-task.ts'

const typed = 'abcdefghij'
const modes = ['Code', 'In place', 'Ordinary'] as const
type Action = 'paste' | 'open' | 'type' | 'undo'
type Needs = { print: Print; context: BrowserContext; page: Page; body: MessageBody; html: string }

/**
 * The longest task of each action, during which keys and frames have to wait: 50 ms is the limit. The preview is
 * open, and redrawing it is part of the action.
 */
export async function benchLongestTasks({ print, context, page, body, html }: Needs): Promise<void> {
  const peers = await bareTasks(context, html)
  const report = (mode: Mode, action: Action, ours: number) => {
    const bench = `compose.longest-task-500kb-${mode.toLowerCase().replace(' ', '-')}-${action}`
    print(figure({ bench, ours, peer: peers[action], unit: 'ms', n: 1, peerName: 'bare CodeMirror, same document' }))
  }
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const preview = new PreviewPanel(page).content
  await body.choose('Code')
  await body.code.click()
  const paste = () => body.paste(body.code, { 'text/plain': html })
  report('Code', 'paste', await longestTask(page, () => Promise.all([paste(), preview.getByText('Text 1.').waitFor()])))
  for (const mode of modes) {
    await body.choose(mode === 'Ordinary' ? 'Code' : 'Ordinary')
    report(mode, 'open', await longestTask(page, () => open(page, body, mode)))
    if (mode === 'Code') await body.code.click()
    else if (mode === 'In place') await body.run('Text 1.').first().click()
    else await body.ordinary.getByText('Text 1.').first().click()
    const written = preview.getByText(typed).first()
    report(mode, 'type', await longestTask(page, () => Promise.all([type(page), written.waitFor()])))
    const gone = () => written.waitFor({ state: 'detached' })
    report(mode, 'undo', await longestTask(page, () => Promise.all([page.keyboard.press('Control+z'), gone()])))
  }
}

async function open(page: Page, body: MessageBody, mode: Mode): Promise<void> {
  await body.choose(mode)
  const firstOf = {
    Code: body.code,
    'In place': body.mail.locator('mailroom-run').first(),
    Ordinary: body.ordinary.locator('h2').first(),
  }
  await firstOf[mode].waitFor()
  await settled(page)
}

async function bareTasks(context: BrowserContext, html: string): Promise<Record<Action, number>> {
  const page = await openBarePage(context)
  const measured = (work: () => Promise<unknown>) => longestTask(page, () => work().then(() => settled(page)))
  await openBareEditor(page, '')
  const paste = await measured(() => page.evaluate(pasteInto, html))
  const open = await measured(() => openBareEditor(page, html))
  const typing = await measured(() => type(page))
  const undo = await measured(() => page.keyboard.press('Control+z'))
  // Makes sure the key went into the editor: elsewhere it would look fast.
  if (await page.getByText(typed).count()) throw new Error('The bare editor did not undo.')
  await page.close()
  return { paste, open, type: typing, undo }
}

async function type(page: Page): Promise<void> {
  for (const key of typed) await page.keyboard.press(key)
}

/** Waits for the work that an editor does while the page is idle. */
async function settled(page: Page): Promise<void> {
  for (let turn = 0; turn < 20; turn++)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })))
}

/** Runs in the page. */
function pasteInto(text: string): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  document.querySelector('.cm-content')!.dispatchEvent(event)
}
