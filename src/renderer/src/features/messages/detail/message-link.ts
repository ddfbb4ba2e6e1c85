import type { StoredMessage } from '#shared/domain/messages/record.ts'
import { printHash } from '../../../lib/state/route.ts'

type Linked = Pick<StoredMessage, 'id' | 'email'>

/** The path of a message's page. Its row would be another message in another archive. */
export const messagePath = ({ id, email }: Linked): string[] => ['message', id, email]

/** The address of a message's page, which leads to it in another Mailroom too. */
export const messageLink = (message: Linked): string =>
  location.href.replace(/#.*/s, '') + printHash(messagePath(message))
