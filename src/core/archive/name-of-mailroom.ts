import { hostname, userInfo } from 'node:os'

/** What a Mailroom calls itself where its team reads it: `ada’s Mailroom on ada-laptop`. */
export function nameOfMailroom(): string {
  return `${ownerOfMailroom()} on ${hostname()}`
}

/** In a container, the user may have a number and no name. */
function ownerOfMailroom(): string {
  try {
    return `${userInfo().username}’s Mailroom`
  } catch {
    return 'A Mailroom'
  }
}
