import type { AppError } from '#shared/contract/base/error.ts'

/** Whether a call failed because Mailroom’s own process did not respond or another program responded instead. */
export function isHostAway({ code }: AppError): boolean {
  return code === 'host-gone' || code === 'foreign-host'
}
