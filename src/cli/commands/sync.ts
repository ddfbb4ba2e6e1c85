import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { syncFlags } from '../sync/sync-flags.ts'

export const syncCommand = defineCommand({
  name: 'sync',
  summary: 'Read what is new from the service into the archive',
  description: [
    'Does once what the app does automatically while it is open. The first sync of an account needs --from: how far back its history is read. On a terminal it shows how far it is; in cron it is silent when all is well.',
    'The key comes from the keychain, or from the environment: MAILROOM_KEY, or MAILROOM_KEY_SHOP for the account Shop alone.',
  ],
  flags: syncFlags,
  examples: [
    { run: 'mailroom sync --from 2026-01-01', does: 'The first time: everything since January.' },
    { run: '*/15 * * * * mailroom sync || echo "sync ended with $?"', does: 'A line of a crontab.' },
    {
      run: 'MAILROOM_KEY=$(cat /run/secrets/mailroom) mailroom sync --account Shop',
      does: 'On a server, with a key that is not in a keychain.',
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
