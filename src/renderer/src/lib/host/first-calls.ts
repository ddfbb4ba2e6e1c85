import type { AppEvent } from '#shared/contract/events.ts'
import type { Host } from './host.ts'

/** The calls that the page needs before it shows anything, sent while the page’s code is still loading. */
export type FirstCalls = {
  readonly answers: ReturnType<typeof ask>
  /**
   * Stops listening and returns the events received: without them, a job that has since ended would be shown as running
   * forever.
   */
  end(): readonly AppEvent[]
}

export function firstCalls(host: Host): FirstCalls {
  const meanwhile: AppEvent[] = []
  const stop = host.subscribe((event) => meanwhile.push(event))
  const answers = ask(host)
  // The shell handles the failure once it has loaded.
  answers.catch(() => undefined)
  return { answers, end: () => (stop(), meanwhile) }
}

async function ask(host: Host) {
  const [info, settings, accounts, jobs, outcomes] = await Promise.all([
    host.first('app.info'),
    host.first('settings.get'),
    host.first('accounts.list'),
    host.first('jobs.list'),
    host.first('outcomes.list'),
  ])
  return { info, settings, accounts, jobs, outcomes }
}
