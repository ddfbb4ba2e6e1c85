import { hostname, userInfo } from 'node:os'

/** What a Mailroom calls itself where its team reads it: `ada’s Mailroom on ada-laptop`. */
export function nameOfMailroom(): string {
  return `${userInfo().username}’s Mailroom on ${hostname()}`
}
