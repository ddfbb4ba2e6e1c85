import type { Page } from '@playwright/test'

type TraceEvent = {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Processor time in microseconds. */
  readonly tdur?: number
  readonly args?: { readonly name?: string; readonly data?: { readonly frames?: readonly Frame[] } }
}
type Frame = { readonly processId: number; readonly parent?: string }

/**
 * The longest task of the page’s main thread during `work`, in milliseconds of processor time, so that other programs
 * do not count.
 */
export async function longestTask(page: Page, work: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const includedCategories = ['toplevel', '__metadata', 'disabled-by-default-devtools.timeline']
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } })
  await work()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return longestOf(events)
}

function longestOf(events: readonly TraceEvent[]): number {
  const frames = events.flatMap(({ name, args }) =>
    name === 'TracingStartedInBrowser' ? (args?.data?.frames ?? []) : [],
  )
  // The preview’s frame runs in a separate process.
  const own = frames.find(({ parent }) => parent === undefined)?.processId
  const main = events.find(
    ({ name, pid, args }) => name === 'thread_name' && pid === own && args?.name === 'CrRendererMain',
  )?.tid
  const tasks = events.filter(({ name, pid, tid }) => pid === own && tid === main && name.endsWith('RunTask'))
  if (tasks.length === 0) throw new Error('No task of the page was seen.')
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}
