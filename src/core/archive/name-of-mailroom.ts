import { hostname, userInfo } from 'node:os'

/** The name under which a team sees this Mailroom, such as `ada’s Mailroom on ada-laptop`. */
export function nameOfMailroom(): string {
  return `${ownerOfMailroom()} on ${hostname()}`
}

/** Names the Mailroom after its user. In a container, the user may have an id but no name. */
function ownerOfMailroom(): string {
  try {
    return `${userInfo().username}’s Mailroom`
  } catch {
    return 'A Mailroom'
  }
}
