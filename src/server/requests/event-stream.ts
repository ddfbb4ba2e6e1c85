import type { ServerResponse } from 'node:http'
import type { App } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import type { CommandName, CommandOutput } from '#shared/contract/table.ts'

const heartbeatMilliseconds = 15_000
/**
 * A page that has stopped reading is disconnected so that no backlog builds up. When it reconnects, it receives the current
 * state.
 */
const maxBacklogBytes = 4 * 1024 * 1024

/** `GET /events`: every app event as a server-sent event, each a JSON object `{ name, payload }`. */
export class EventStreams {
  readonly #app: App
  readonly #open = new Set<ServerResponse>()

  constructor(app: App) {
    this.#app = app
  }

  async serve(response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
    response.write('retry: 1000\n\n')
    const meanwhile: AppEvent[] = []
    let send = (event: AppEvent): void => void meanwhile.push(event)
    const stop = this.#app.subscribe((event) => send(event))
    const heartbeat = setInterval(() => this.#write(response, ':\n\n'), heartbeatMilliseconds)
    this.#open.add(response)
    response.once('close', () => {
      stop()
      clearInterval(heartbeat)
      this.#open.delete(response)
    })
    // Earlier events were missed, so the resulting state is sent first.
    const state = await currentState(this.#app)
    send = (event) => this.#send(response, event)
    for (const event of [...state, ...meanwhile]) send(event)
  }

  close(): void {
    for (const response of this.#open) response.end(() => response.destroy())
  }

  #send(response: ServerResponse, event: AppEvent): void {
    this.#write(response, `data: ${JSON.stringify(event)}\n\n`)
    if (response.writableLength > maxBacklogBytes) response.destroy()
  }

  /** While the host is closing, the app still emits events, although pages no longer read them. */
  #write(response: ServerResponse, text: string): void {
    if (response.destroyed || response.writableEnded) return
    response.write(text)
  }
}

async function currentState(app: App): Promise<AppEvent[]> {
  const ask = async <Name extends CommandName>(name: Name): Promise<CommandOutput<Name>> =>
    (await dispatch(app, name, undefined, { signal: AbortSignal.timeout(10_000) })) as CommandOutput<Name>
  const [accounts, settings, { notices }] = await Promise.all([
    ask('accounts.list'),
    ask('settings.get'),
    ask('app.info'),
  ])
  const [jobs, outcomes] = await Promise.all([ask('jobs.list'), ask('outcomes.list')])
  return [
    { name: 'accounts.changed', payload: accounts },
    { name: 'settings.changed', payload: settings },
    { name: 'jobs.listed', payload: jobs },
    { name: 'outcomes.listed', payload: outcomes },
    ...notices.map((notice): AppEvent => ({ name: 'app.notice', payload: notice })),
  ]
}
