import type { StoredMessage } from '#shared/domain/messages/record.ts'

type Linked = Pick<StoredMessage, 'id' | 'email'>

/**
 * The path of a message’s page. It does not contain the row number, which would refer to a different message in another
 * archive.
 */
export const messagePath = ({ id, email }: Linked): string[] => ['message', id, email]
