import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { searchFlags } from '../search/search-flags.ts'

export const searchCommand = defineCommand({
  name: 'search',
  summary: 'Find messages in the archive',
  description: [
    'The query is the one of the Messages view: words, and fields such as to:, from:, subject:, state:, tag:, meta.KEY:, last: and on:. Several words must all match; OR, - and parentheses combine them. Without a query every message is found.',
    'On a terminal the result is a table of the first messages. In a pipe or a file it is one line for each message, all of them, with tabs between the columns and no heading; --json writes objects instead. It reads the archive beside a running Mailroom, and asks no service.',
  ],
  operand: { name: 'QUERY', description: 'what to look for; put it in quotes', most: Infinity },
  flags: searchFlags,
  examples: [
    { run: "mailroom search 'state:bounced last:7d'", does: 'The bounces of the last week.' },
    {
      run: "mailroom search 'to:jane@shop.example invoice' --json | jq -r .subject",
      does: 'Subjects for another program.',
    },
    {
      run: "mailroom search 'tag:invoice on:2026-11' --columns email,lastState,meta:order --out invoices.tsv",
      does: 'Three columns of a month into a file.',
    },
    {
      run: "mailroom search 'state:complaint last:24h' > complaints.tsv && mail -s Complaints me@shop.example < complaints.tsv",
      does: 'Nothing found is exit code 4, so that && stops there.',
    },
  ],
  exits: { [exitCodes.nothing]: 'no message was found', [exitCodes.interrupted]: undefined },
  run: async (given, terminal) => {
    const { search } = await import('../search/search.ts')
    return search(given, terminal)
  },
})
