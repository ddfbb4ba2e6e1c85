import { backupFlags } from '../backup/backup-flags.ts'
import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'

export const backupCommand = defineCommand({
  name: 'backup',
  summary: 'Write a checked copy of the archive of an account to one file',
  description: [
    'The archive may be read and written meanwhile, also by an app that is open. The copy is read back and checked before it gets its name; one that is not right is removed, and the command fails. Only you may read the file: it holds the mail of your customers.',
    'Import a file… in the app reads it into any account: messages that are known there keep their newer states, and nobody comes back who was erased.',
  ],
  operand: { name: 'FILE', description: 'the file, whole or not at all; it must not be there yet', most: 1 },
  flags: backupFlags,
  examples: [
    { run: 'mailroom backup shop.sqlite', does: 'A copy of everything that the archive knows.' },
    {
      run: '0 3 * * * mailroom backup --account Shop --force /backup/shop.sqlite || echo "backup ended with $?"',
      does: 'A line of a crontab: the copy of last night stays until the new one is checked.',
    },
  ],
  exits: { [exitCodes.busy]: undefined, [exitCodes.interrupted]: 'ended by Ctrl+C or a signal; there is no new file' },
  run: async (given, terminal) => {
    const { backup } = await import('../backup/backup.ts')
    return backup(given, terminal)
  },
})
