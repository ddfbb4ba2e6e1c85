import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { statsFlags } from '../stats/stats-flags.ts'

export const statsCommand = defineCommand({
  name: 'stats',
  summary: 'Count deliveries, bounces, opens and clicks',
  description: [
    'Counts the archived messages that match a query, as the dashboard does: delivered, bounced, opened, clicked, complaints, unsubscribed. Delivery and bounce rates are shares of the messages whose outcome is known; the other rates are shares of the delivered messages. The command reads only the archive, never the service, and also works while Mailroom is running.',
  ],
  operand: {
    name: 'QUERY',
    description: 'which messages to count; without a query, those of last:30d',
    most: Infinity,
  },
  flags: statsFlags,
  examples: [
    { run: "mailroom stats 'last:7d tag:invoice'", does: 'Prints eight figures, each with the counts behind it.' },
    {
      run: 'mailroom stats on:2026-11 --by domain --limit 10',
      does: 'Lists the ten recipient domains with the most messages.',
    },
    {
      run: 'mailroom stats last:1y --by meta:campaign --csv --out campaigns.csv',
      does: 'Writes a table for a spreadsheet.',
    },
    { run: "mailroom stats last:1h --json | jq '.states.hardbounced // 0'", does: 'Prints one number for a monitor.' },
  ],
  exits: { [exitCodes.nothing]: 'no message matches the query', [exitCodes.interrupted]: undefined },
  run: async (given, terminal) => {
    const { stats } = await import('../stats/stats.ts')
    return stats(given, terminal)
  },
})
