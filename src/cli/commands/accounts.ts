import { defineCommand } from '../framework/command.ts'
import { dataFlag, jsonFlag } from '../framework/common-flags.ts'
import { exitCodes } from '../framework/exit-codes.ts'

export const accountsCommand = defineCommand({
  name: 'accounts',
  summary: 'List the accounts',
  description: [
    'Lists what the app knows about each account. The command also works while Mailroom is running. Keys are never shown. The account used last is marked with a star: commands use it by default on a terminal, while a script has to choose one with --account.',
  ],
  flags: { data: dataFlag, json: jsonFlag },
  examples: [
    { run: 'mailroom accounts', does: 'Prints a table.' },
    { run: 'mailroom accounts --json | jq -r .name', does: 'Prints only the names of the accounts.' },
  ],
  exits: { [exitCodes.nothing]: 'there is no account' },
  run: async ({ flags }, terminal) => {
    const { listAccounts } = await import('../accounts/list-accounts.ts')
    return listAccounts(flags, terminal)
  },
})
