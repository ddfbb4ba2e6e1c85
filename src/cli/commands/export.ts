import { exportFlags } from '../export/export-flags.ts'
import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'

export const exportCommand = defineCommand({
  name: 'export',
  summary: 'Write messages to a file, from the archive or from the service',
  description: [
    'From the archive, the command exports the messages that match a query, in any format. From the service, it exports everything in a range of days (--source service), or everything new since the last export in this format (--source delta). Each delta export moves the service’s delta mark for every client of the account, so Mailroom keeps the response until the file is complete. If a response was kept, the next delta export to the same file delivers it, and the one after that delivers anything newer. A delta that can’t be written to stdout, a pipe or a link is written to a file in the current folder, whose path is printed.',
    'A file gets its name only when it is complete. In CSV files, text that a spreadsheet program would run as a formula gets an apostrophe. In XLSX files, IDs and metadata are kept as text.',
  ],
  operand: {
    name: 'QUERY',
    description: 'which messages to export from the archive; without a query, all',
    most: Infinity,
  },
  flags: exportFlags,
  examples: [
    { run: "mailroom export 'state:bounced last:7d' --out bounces.xlsx", does: 'A spreadsheet for people to read.' },
    {
      run: 'mailroom export on:2026-11 --out - | gzip > november.jsonl.gz',
      does: 'Objects for programs, one per line.',
    },
    {
      run: 'mailroom export --source service --from 2026-11-01 --to 2026-11-30 --out november.csv',
      does: 'One month, as the service reports it.',
    },
    {
      run: '0 6 * * * mailroom export --source delta --out "/data/mail/news-{date:yyyy-MM-dd}.json"',
      does: 'For a crontab: exports what is new each morning, with the date in the file name.',
    },
  ],
  exits: { [exitCodes.busy]: undefined, [exitCodes.interrupted]: 'ended by Ctrl+C or a signal; there is no file' },
  run: async (given, terminal) => {
    const { runExport } = await import('../export/run-export.ts')
    return runExport(given, terminal)
  },
})
