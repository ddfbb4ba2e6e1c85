import type { StoredMessage } from '#shared/domain/messages/record.ts'

type Linked = Pick<StoredMessage, 'id' | 'email'>

/** The path of a message’s page. Does not contain the row, which would be a different message in another archive. */
export const messagePath = ({ id, email }: Linked): string[] => ['message', id, email]
