import { readProviders } from '#shared/domain/statistics/providers/mailbox-provider-table.ts'

const byId = new Map([...readProviders().values()].map(({ id, name }) => [id, { id, name }]))

/** All mailbox providers. Each is listed once, however many domains it has. */
export const providers = [...byId.values()]
