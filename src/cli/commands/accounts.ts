import { defineCommand } from '../framework/command.ts'
import { dataFlag, jsonFlag } from '../framework/common-flags.ts'
import { exitCodes } from '../framework/exit-codes.ts'

export const accountsCommand = defineCommand({
  name: 'accounts',
  summary: 'List the accounts',
  description: [
    'Lists what the app knows of each account, beside a running Mailroom. Keys are never shown. The account used last has a star: it is the one of the commands on a terminal, where a script has to name one by --account.',
  ],
  flags: { data: dataFlag, json: jsonFlag },
  examples: [
    { run: 'mailroom accounts', does: 'A table.' },
    { run: 'mailroom accounts --json | jq -r .name', does: 'Their names.' },
  ],
  exits: { [exitCodes.nothing]: 'there is no account' },
  run: async ({ flags }, terminal) => {
    const { listAccounts } = await import('../accounts/list-accounts.ts')
    return listAccounts(flags, terminal)
  },
})
