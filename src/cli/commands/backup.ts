import { backupFlags } from '../backup/backup-flags.ts'
import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'

export const backupCommand = defineCommand({
  name: 'backup',
  summary: 'Write a verified copy of an account’s archive to a single file',
  description: [
    'The archive can stay in use during the backup, even by the app. The copy is read back and checked before it gets its final name. If the check fails, the copy is removed and the command fails. Only you can read the file, because it holds your customers’ mail.',
    'In the app, “Import a file…” reads a backup into any account. Messages that are already there keep their newer states, and erased people are not added again.',
  ],
  operand: { name: 'FILE', description: 'the file, written completely or not at all; it must not exist yet', most: 1 },
  flags: backupFlags,
  examples: [
    { run: 'mailroom backup shop.sqlite', does: 'Copies everything in the archive.' },
    {
      run: '0 3 * * * mailroom backup --account Shop --force /backup/shop.sqlite || echo "backup ended with $?"',
      does: 'For a crontab: last night’s copy stays until the new one has been checked.',
    },
  ],
  exits: { [exitCodes.busy]: undefined, [exitCodes.interrupted]: 'ended by Ctrl+C or a signal; there is no new file' },
  run: async (given, terminal) => {
    const { backup } = await import('../backup/backup.ts')
    return backup(given, terminal)
  },
})
