import type { Page } from '@playwright/test'
import type { Reply } from '#shared/contract/host.ts'
import type { CommandName } from '#shared/contract/table.ts'

/** How a call of the page ends: it goes to the host, gets this reply instead of the host’s, or is lost. */
export type Fate = 'go on' | 'lost' | Reply
/** `ask` calls the host, so that a test can modify its reply. */
type Decide = (input: unknown, ask: () => Promise<Reply>) => Fate | Promise<Fate>

/** The calls that a page makes through a bridge instead of a network. */
export class BridgeCalls {
  readonly #fates = new Map<string, Decide>()

  set(command: CommandName, decide: Decide): () => void {
    this.#fates.set(command, decide)
    return () => void this.#fates.delete(command)
  }

  /** The reply to a call, from a test or the host. A bridge loses no calls, so a lost one simply never gets a reply. */
  async answer(command: string, input: unknown, ask: () => Promise<unknown>): Promise<unknown> {
    const fate = (await this.#fates.get(command)?.(input, ask as () => Promise<Reply>)) ?? 'go on'
    if (fate === 'go on') return ask()
    return fate === 'lost' ? new Promise(() => undefined) : fate
  }
}

const bridges = new WeakMap<Page, BridgeCalls>()

export function setBridge(page: Page, calls: BridgeCalls): void {
  bridges.set(page, calls)
}

/**
 * Decides how the page’s calls of one command end, until the returned function is called. Not possible in Electron
 * itself.
 */
export async function decideCalls(
  page: Page,
  command: CommandName,
  decide: Decide,
): Promise<() => void | Promise<void>> {
  const bridge = bridges.get(page)
  if (bridge) return bridge.set(command, decide)
  const address = `**/rpc/${command}`
  await page.route(address, async (route) => {
    const ask = async () => (await (await route.fetch()).json()) as Reply
    const fate = await decide(route.request().postDataJSON(), ask)
    if (fate === 'go on') return route.continue()
    return fate === 'lost' ? route.abort() : route.fulfill({ json: fate })
  })
  return () => page.unroute(address)
}

/** Waits until the page has received the next reply to a command. */
export async function nextReply(page: Page, command: CommandName): Promise<() => Promise<unknown>> {
  const bridge = bridges.get(page)
  if (!bridge) {
    const response = page.waitForResponse(`**/rpc/${command}`)
    return () => response
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = bridge.set(command, async (_input, ask) => {
    const reply = await ask()
    stop()
    // The reply is delivered first.
    setImmediate(resolve)
    return reply
  })
  return () => promise
}

/** Holds back the page's calls of one command until the returned function is called. */
export async function holdCalls(page: Page, command: CommandName): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await decideCalls(page, command, () => promise.then(() => 'go on' as const))
  return resolve
}
