import { ipcStandIn } from './ipc.ts'
import { protocolStandIn } from './protocol.ts'
import { newEvent } from './base/strict.ts'
import type { WebContentsStandIn } from './web-contents.ts'

export type ServedBody = { status: number; headers: Record<string, string>; base64: string }

/**
 * Calls that a test makes on behalf of a built page in a browser: `to` is the id of the contents that the page
 * represents.
 */
export function realPage(contents: (to: number) => WebContentsStandIn) {
  return {
    /** A call from that page’s preload; `url` is the address of its document. */
    ipc: (to: number, url: string, channel: string, args: unknown[]): Promise<unknown> =>
      ipcStandIn.invoke(contents(to).proxy, { url, parent: null }, channel, ...args),
    /** That page requests a file. */
    serve: async (url: string): Promise<ServedBody> => {
      const response = await protocolStandIn.fetch(url)
      const base64 = Buffer.from(await response.arrayBuffer()).toString('base64')
      return { status: response.status, headers: Object.fromEntries(response.headers), base64 }
    },
    /** That page was reloaded: a new document in the same window. */
    loaded: (to: number, url: string): void => {
      const { page } = contents(to)
      if (page) page.isElsewhere = true
      contents(to).emit('did-navigate', newEvent(), url, 200, '')
      contents(to).emit('did-finish-load')
    },
  }
}
