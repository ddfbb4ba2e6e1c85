import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { statsFlags } from '../stats/stats-flags.ts'

export const statsCommand = defineCommand({
  name: 'stats',
  summary: 'Count what became of messages',
  description: [
    'Counts the messages of a query in the archive as the dashboard does: delivered, bounced, opened, clicked, complaints, unsubscribed. Rates of bounces and deliveries are of the messages whose outcome is known, the others of the delivered ones. It reads the archive beside a running Mailroom, and asks no service.',
  ],
  operand: {
    name: 'QUERY',
    description: 'the messages that are counted; without one, those of last:30d',
    most: Infinity,
  },
  flags: statsFlags,
  examples: [
    { run: "mailroom stats 'last:7d tag:invoice'", does: 'Eight figures, each with its numbers.' },
    { run: 'mailroom stats on:2026-11 --by domain --limit 10', does: 'The ten recipient domains with the most mail.' },
    { run: 'mailroom stats last:1y --by meta:campaign --csv --out campaigns.csv', does: 'A table for a spreadsheet.' },
    { run: "mailroom stats last:1h --json | jq '.states.hardbounced // 0'", does: 'One number for a monitor.' },
  ],
  exits: { [exitCodes.nothing]: 'the query has no message', [exitCodes.interrupted]: undefined },
  run: async (given, terminal) => {
    const { stats } = await import('../stats/stats.ts')
    return stats(given, terminal)
  },
})
