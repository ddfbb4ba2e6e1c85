import type { CommandOutput } from '#shared/contract/table.ts'

export type MessageRow = CommandOutput<'messages.search'>['rows'][number]
