import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Request } from '@playwright/test'
import { chromiumOptions } from '#test/support/page/launch-options.ts'
import { builtCli } from '#test/support/worker-code.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { figure, median, type Print } from '../support/figure.ts'

const rounds = 9
/** Long enough for start-up garbage to be collected and for everything deferred to have run. */
const settleMilliseconds = 3000
const scriptBudget = 200 * 1024
const taskBudget = 50
const accountsBudget = 200

const mailroom = fileURLToPath(new URL('../../../scripts/mailroom.mjs', import.meta.url))
const peer = fileURLToPath(new URL('peer.mjs', import.meta.url))
const peerName = 'bare node:http, one page with one script'

/** Runs in the page before its own scripts. The browser reports tasks of 50 ms and more. */
const observeTasks = `
  globalThis.benchTasks = []
  new PerformanceObserver((list) => benchTasks.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: 'longtask', buffered: true })
`

/** Runs in the page, before each frame is painted. A function, because the page’s policy refuses to evaluate a string. */
const hasView = () =>
  ((globalThis as unknown as { document: PageDocument }).document.querySelector('main')?.offsetHeight ?? 0) > 0

type PageDocument = { querySelector(selector: string): { offsetHeight: number } | null }

type Started = { process: ChildProcess; url: string; milliseconds: number; stop(): Promise<void> }

/** Measures how long a user waits for the first view, and what it costs in memory and script. */
export async function run(print: Print): Promise<void> {
  // Each side starts once unmeasured, because caches are warm for a user's second start as well.
  for (const start of [startOurs, startPeer]) await (await start()).stop()
  const ours: Measured = await measure(startOurs)
  const theirs: Measured = await measure(startPeer)
  const n = rounds
  const line = (bench: string, unit: string, pick: (measured: Measured) => number[]) =>
    print(figure({ bench, ours: median(pick(ours)), peer: median(pick(theirs)), unit, n, peerName }))
  line('start.ready', 'ms', ({ ready }) => ready)
  line('start.first-view', 'ms', ({ views }) => views.map(({ milliseconds }) => milliseconds))
  line('start.idle-rss', 'MB', ({ rss }) => rss)
  const bytes = median(ours.views.map(({ scriptBytes }) => scriptBytes))
  print(figure({ bench: 'start.script-gzip', ours: bytes, peer: scriptBudget, unit: 'bytes', n, peerName: 'budget' }))
  const task = median(ours.views.map(({ longestTask }) => longestTask))
  print(figure({ bench: 'start.longest-task', ours: task, peer: taskBudget, unit: 'ms', n, peerName: 'budget' }))
  const accounts = median(await listAccounts())
  print(
    figure({ bench: 'start.cli-accounts', ours: accounts, peer: accountsBudget, unit: 'ms', n, peerName: 'budget' }),
  )
}

/** Measures `mailroom accounts` from start to end, run through the link in a user’s PATH. */
async function listAccounts(): Promise<number[]> {
  const folder = await createDataFolder()
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const from = performance.now()
    const child = spawn(process.execPath, [mailroom, 'accounts', '--data', folder.path], { stdio: 'ignore' })
    await once(child, 'exit')
    // The first start compiles.
    if (round > 0) times.push(performance.now() - from)
  }
  await folder.remove()
  return times
}

type View = { milliseconds: number; scriptBytes: number; longestTask: number }
type Measured = { ready: number[]; rss: number[]; views: View[] }

async function measure(start: () => Promise<Started>): Promise<Measured> {
  const measured: Measured = { ready: [], rss: [], views: [] }
  const browser = await chromium.launch(chromiumOptions)
  for (let round = 0; round < rounds; round++) {
    const host = await start()
    measured.ready.push(host.milliseconds)
    measured.views.push(await firstView(browser, host.url))
    if (round === 0) await pause(settleMilliseconds)
    if (round === 0) measured.rss.push(residentMegabytes(host.process.pid!))
    await host.stop()
  }
  await browser.close()
  return measured
}

/** Uses a new context each time, so that nothing of the page is cached. */
async function firstView(browser: Browser, url: string): Promise<View> {
  const context = await browser.newContext()
  const page = await context.newPage()
  let scriptBytes = 0
  const sizes: Promise<void>[] = []
  const open = new Set<Request>()
  page.on('request', (request) => void (request.url().endsWith('/events') || open.add(request)))
  page.on('requestfailed', (request) => open.delete(request))
  page.on('requestfinished', (request) => {
    open.delete(request)
    if (request.resourceType() !== 'script') return
    sizes.push(request.sizes().then(({ responseBodySize }) => void (scriptBytes += responseBodySize)))
  })
  await page.addInitScript({ content: observeTasks })
  const from = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  // A locator asks again after 20, 50, 100 and 100 ms, so it would round up to one of these steps.
  await page.waitForFunction(hasView, null, { polling: 'raf' })
  const milliseconds = performance.now() - from
  // The stream of events stays open for as long as the page does.
  for (let quiet = 0; quiet < 10; quiet = open.size === 0 ? quiet + 1 : 0) await pause(50)
  await Promise.all(sizes)
  const tasks = await page.evaluate(() => (globalThis as unknown as { benchTasks: number[] }).benchTasks)
  await context.close()
  return { milliseconds, scriptBytes, longestTask: Math.max(0, ...tasks) }
}

async function startOurs(): Promise<Started> {
  const folder = await createDataFolder()
  const flags = ['serve', '--json', '--no-open', '--secrets', 'memory', '--data', folder.path]
  const started = await untilReady([builtCli, ...flags])
  return {
    ...started,
    async stop() {
      await started.stop()
      await folder.remove()
    },
  }
}

function startPeer(): Promise<Started> {
  return untilReady([peer])
}

async function untilReady(argumentList: string[]): Promise<Started> {
  const from = performance.now()
  const child = spawn(process.execPath, argumentList, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  const milliseconds = performance.now() - from
  const { url } = JSON.parse(line) as { url: string }
  return {
    process: child,
    url,
    milliseconds,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

function residentMegabytes(pid: number): number {
  if (process.platform === 'linux') {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes) / 1024
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}
