import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { spawnBrowserHost } from '#test/support/browser-host.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { MessageBody, type Mode } from '../../e2e/pages/message-body.ts'
import { chromiumOptions } from '#test/support/page/launch-options.ts'
import { figure, median, type Print } from '../support/figure.ts'
import { openBareEditor, openBarePage } from './bare-page.ts'
import { benchLongestTasks } from './longest-tasks.ts'
import { benchSaving } from './saving.ts'

const letters = 500 * 1024
const keys = 40

/**
 * Measures the longest tasks with a message of 500 KB, then a key press in each editor: until the frame that shows
 * it, and until it is saved.
 */
export async function benchEditing(print: Print): Promise<void> {
  const folder = await createDataFolder()
  const host = await spawnBrowserHost({ dataFolder: folder.path, flags: ['--secrets', 'memory', '--sandbox', 'empty'] })
  const browser = await chromium.launch(chromiumOptions)
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const html = longMessage()
    const peer = median(await bareStrokes(context, html))
    const page = await context.newPage()
    await page.goto(host.link)
    await page.getByRole('link', { name: 'Compose' }).waitFor()
    const body = new MessageBody(page)
    await body.start()
    await benchLongestTasks({ print, context, page, body, html })
    const saving = { print, page, dataFolder: folder.path }
    await body.writeCode('<p>Hello</p>')
    await benchSaving({ ...saving, bench: 'compose.draft-saved-small' })
    await body.writeCode(html)
    for (const mode of ['Code', 'In place', 'Ordinary'] as const) {
      const bench = `compose.keystroke-500kb-${mode.toLowerCase().replace(' ', '-')}`
      const ours = median(await strokes(page, body, mode))
      print(figure({ bench, ours, peer, unit: 'ms', n: keys, peerName: 'bare CodeMirror, same document' }))
      await benchSaving({ ...saving, bench: bench.replace('keystroke', 'draft-saved') })
    }
  } finally {
    await browser.close()
    await host.stop()
    await folder.remove()
  }
}

function longMessage(): string {
  const words =
    'Lorem ipsum dolor sit amet, <b>consectetur</b> adipiscing elit, sed do <i>eiusmod</i> tempor incididunt. '
  const blocks: string[] = []
  for (let size = 0, index = 0; size < letters; index++) {
    const block = index % 12 === 0 ? `<h2>Part ${index}</h2>` : `<p>Text ${index}. ${words.repeat(4)}</p>`
    blocks.push(block)
    size += block.length + 1
  }
  return `<!doctype html>\n<html lang="en"><head><title>Long</title></head><body>\n${blocks.join('\n')}\n</body></html>\n`
}

async function strokes(page: Page, body: MessageBody, mode: Mode): Promise<number[]> {
  await body.choose(mode)
  if (mode === 'Code') await body.code.click()
  else if (mode === 'In place') await body.run('Text 1.').first().click()
  else await body.ordinary.getByText('Text 1.').first().click()
  const times = await typed(page)
  const holder = { Code: body.code, 'In place': body.mail.locator('body'), Ordinary: body.ordinary }[mode]
  // Makes sure the keys went into the editor: elsewhere they would look fast.
  await holder.getByText('efghijabcdefghij').first().waitFor()
  return times
}

async function bareStrokes(context: BrowserContext, html: string): Promise<number[]> {
  const page = await openBarePage(context)
  await openBareEditor(page, html)
  const times = await typed(page)
  await page.close()
  return times
}

/** The first keys are not counted, because they compile code and fill caches. */
async function typed(page: Page): Promise<number[]> {
  const times: number[] = []
  for (let key = 0; key < keys + 5; key++) {
    await page.evaluate(arm)
    await page.keyboard.press('abcdefghij'[key % 10]!)
    const time = await page.evaluate(() => (globalThis as unknown as { benchStroke: Promise<number> }).benchStroke)
    if (key >= 5) times.push(time)
  }
  return times
}

/** Runs in the page. A key press in a frame fires its events in the frame’s document. */
function arm(): void {
  const documents = [document, ...[...document.querySelectorAll('iframe')].map((frame) => frame.contentDocument)]
  const stroke = new Promise<number>((resolve) => {
    const down = () => {
      const from = performance.now()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
    }
    for (const one of documents) one?.addEventListener('keydown', down, { once: true, capture: true })
  })
  Object.assign(globalThis, { benchStroke: stroke })
}
