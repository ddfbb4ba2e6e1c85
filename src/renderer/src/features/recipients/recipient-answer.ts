import type { CommandOutput } from '#shared/contract/table.ts'

export type RecipientAnswer = CommandOutput<'recipients.get'>
