import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { syncFlags } from '../sync/sync-flags.ts'

export const syncCommand = defineCommand({
  name: 'sync',
  summary: 'Download new messages from the service to the archive',
  description: [
    'Syncs once, as the app does automatically while it is open. The first sync of an account needs --from, which says how far back to read its history. On a terminal, the command shows its progress; in cron, it prints nothing unless something goes wrong.',
    'The key comes from the keychain or from the environment: MAILROOM_KEY, or MAILROOM_KEY_SHOP for the Shop account only.',
  ],
  flags: syncFlags,
  examples: [
    { run: 'mailroom sync --from 2026-01-01', does: 'For the first sync: reads everything since January.' },
    { run: '*/15 * * * * mailroom sync || echo "sync ended with $?"', does: 'For a crontab: syncs every 15 minutes.' },
    {
      run: 'MAILROOM_KEY=$(cat /run/secrets/mailroom) mailroom sync --account Shop',
      does: 'On a server, with a key from the environment.',
    },
  ],
  exits: {
    [exitCodes.partly]: 'synced, but some periods are still missing; the next sync tries them again',
    [exitCodes.busy]: undefined,
    [exitCodes.interrupted]: undefined,
  },
  run: async (given, terminal) => {
    const { sync } = await import('../sync/sync.ts')
    return sync(given, terminal)
  },
})
