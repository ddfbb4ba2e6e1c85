import type { AppError } from '#shared/contract/base/error.ts'
import type { Host } from './host.ts'

/** Whether a call failed because Mailroom’s own process did not respond or another program responded instead. */
export function isHostAway({ code }: AppError): boolean {
  return code === 'host-gone' || code === 'foreign-host'
}

/**
 * Calls back whenever Mailroom’s own process responds again, until the returned function is called. The page has missed
 * the events in between.
 */
export function onReturn(host: Pick<Host, 'onLink'>, returned: () => void): () => void {
  let isAway = false
  return host.onLink((link) => {
    const wasAway = isAway
    isAway = link !== 'up'
    if (wasAway && !isAway) returned()
  })
}
