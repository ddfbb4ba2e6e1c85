import type { Accounts } from '../accounts/index.ts'
import type { Notices } from '../app/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Ground, Room } from '../base/room.ts'
import type { Notes } from '../notes/index.ts'
import type { Settings } from '../settings/index.ts'
import { Domains } from './domains.ts'
import { domainsHandlers } from './domains-handlers.ts'

type Needs = Ground & {
  readonly accounts: Accounts
  readonly archives: Archives
  readonly notices: Notices
  readonly notes: Notes
  readonly settings: Settings
}

/** How long to wait for a server, in milliseconds. A slower server is too slow for mailboxes as well. */
const patience = 3000

export function domainsRoom({ settings, ...needs }: Needs): Room<'domains'> {
  const dns = () => {
    const { dnsServers: servers, dnsPublicResolvers: publicResolvers } = settings.value
    return { servers, publicResolvers }
  }
  const domains = new Domains({ ...needs, dns, patience })
  return {
    handlers: domainsHandlers(domains),
    keeps: { erase: 'keeps no addresses', size: 'too little to count', afterRemoval: ({ id }) => domains.remove(id) },
    start: () => domains.start(),
    stop: () => domains.closeAll(),
  }
}
