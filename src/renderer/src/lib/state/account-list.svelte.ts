import type { EventName, EventPayload } from '#shared/contract/events.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/contract/table.ts'
import { onReturn } from '../host/host-away.ts'
import type { Host } from '../host/host.ts'
import type { AppState } from './app-state.svelte.ts'
import { Loader } from './loader.svelte.ts'

type AccountEvent = {
  [Name in EventName]: EventPayload<Name> extends { accountId: string } ? Name : never
}[EventName]

type Followed = { readonly accountId: string; readonly events: readonly AccountEvent[] }

/**
 * Calls back on each of these events of an account until the returned function is called. Events are missed while
 * Mailroom is away, so it calls back once for each of them when Mailroom is back.
 */
export function followAccount(
  host: Pick<Host, 'subscribe' | 'onLink'>,
  { accountId, events }: Followed,
  changed: (name: AccountEvent) => void,
): () => void {
  const stopEvents = host.subscribe(({ name, payload }) => {
    const known = events.find((event) => event === name)
    if (known && 'accountId' in payload && payload.accountId === accountId) changed(known)
  })
  const stopReturns = onReturn(host, () => events.forEach((event) => changed(event)))
  return () => {
    stopEvents()
    stopReturns()
  }
}

/** Commands whose only input is the account. */
export type ListCommand = {
  [Name in CommandName]: { accountId: string } extends CommandInput<Name> ? Name : never
}[CommandName]

/**
 * A list of an account’s items, kept in step with the core. The previous list stays visible while the next one is
 * loading.
 */
export class AccountList<Name extends ListCommand> {
  readonly app: AppState
  readonly accountId: string
  readonly loader: Loader<CommandOutput<Name>>
  readonly #events: readonly AccountEvent[]

  /** The list is reloaded after each of the events. */
  constructor(
    app: AppState,
    accountId: string,
    { command, events }: { command: Name; events: readonly AccountEvent[] },
  ) {
    this.app = app
    this.accountId = accountId
    this.loader = new Loader(() => app.host.invoke(command, { accountId } as CommandInput<Name>))
    this.#events = events
  }

  /** Returns a function that stops following. */
  follow(): () => void {
    this.load()
    return followAccount(this.app.host, { accountId: this.accountId, events: this.#events }, (name) =>
      this.changed(name),
    )
  }

  load = (): void => void this.loader.load()

  /** Overridden by lists that load different data depending on the event. */
  changed(_name: AccountEvent): void {
    this.load()
  }
}
