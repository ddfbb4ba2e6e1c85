import { exportFlags } from '../export/export-flags.ts'
import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'

export const exportCommand = defineCommand({
  name: 'export',
  summary: 'Write messages to a file, from the archive or from the service',
  description: [
    'From the archive: the messages of a query, in any of the formats. From the service: everything of some days (service), or what is new since the last export of this format (delta). The mark of a delta is the service’s, and moves for every client of the account; its response is kept until the file is whole. Where one was kept, the next export of the delta to the same place delivers it, and the one after that what is new since.',
    'A file has its name only when it is whole. Text that an office program would run as a formula gets an apostrophe in csv; xlsx keeps ids and metadata as text.',
  ],
  operand: { name: 'QUERY', description: 'which messages of the archive; without one, all', most: Infinity },
  flags: exportFlags,
  examples: [
    { run: "mailroom export 'state:bounced last:7d' --out bounces.xlsx", does: 'A table for people.' },
    {
      run: 'mailroom export on:2026-11 --out - | gzip > november.jsonl.gz',
      does: 'Objects for programs, one per line.',
    },
    {
      run: 'mailroom export --source service --from 2026-11-01 --to 2026-11-30 --out november.csv',
      does: 'A month, as the service reports it.',
    },
    {
      run: '0 6 * * * mailroom export --source delta --out "/data/mail/news-{date:yyyy-MM-dd}.json"',
      does: 'A line of a crontab: each morning what is new, with the day in its name.',
    },
  ],
  exits: { [exitCodes.busy]: undefined, [exitCodes.interrupted]: 'ended by Ctrl+C or a signal; there is no file' },
  run: async (given, terminal) => {
    const { runExport } = await import('../export/run-export.ts')
    return runExport(given, terminal)
  },
})
