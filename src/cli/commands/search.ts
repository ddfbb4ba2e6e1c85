import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { searchFlags } from '../search/search-flags.ts'

export const searchCommand = defineCommand({
  name: 'search',
  summary: 'Find messages in the archive',
  description: [
    'The query works as in the Messages view: words, and fields such as to:, from:, subject:, state:, tag:, meta.KEY:, last:, and on:. All words must match; combine them with OR, -, and parentheses. Without a query, every message is found.',
    'On a terminal, the command prints a table of the first messages. Into a pipe or a file, it prints all messages, one per line, with tabs between the columns and no heading; --json prints objects instead. The command reads only the archive, never the service, and also works while Mailroom is running.',
  ],
  operand: { name: 'QUERY', description: 'what to look for; put it in quotes', most: Infinity },
  flags: searchFlags,
  examples: [
    { run: "mailroom search 'state:bounced last:7d'", does: 'Lists the bounces of the last seven days.' },
    {
      run: "mailroom search 'to:jane@shop.example invoice' --json | jq -r .subject",
      does: 'Prints only the subjects, one per line, for another program.',
    },
    {
      run: "mailroom search 'tag:invoice on:2026-11' --columns email,lastState,meta:order --out invoices.tsv",
      does: 'Writes three columns of one month to a file.',
    },
    {
      run: "mailroom search 'state:complaint last:24h' > complaints.tsv && mail -s Complaints me@shop.example < complaints.tsv",
      does: 'If nothing is found, the exit code is 4, so && stops there.',
    },
  ],
  exits: { [exitCodes.nothing]: 'no message was found', [exitCodes.interrupted]: undefined },
  run: async (given, terminal) => {
    const { search } = await import('../search/search.ts')
    return search(given, terminal)
  },
})
