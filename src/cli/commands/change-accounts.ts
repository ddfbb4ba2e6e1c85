import { addFlags, checkFlags, removeFlags } from '../accounts/account-flags.ts'
import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'

const load = (): Promise<typeof import('../accounts/change-accounts.ts')> => import('../accounts/change-accounts.ts')
const exits = { [exitCodes.busy]: undefined, [exitCodes.interrupted]: undefined }

export const addAccountCommand = defineCommand({
  name: 'accounts add',
  summary: 'Add an account',
  description: [
    'The key is asked for, or read from stdin, and kept in the keychain. On a server without one it comes from the environment variable MAILROOM_KEY, in this and in every later run, and is written nowhere. It is never an argument: every user of the computer can see those.',
    'An account can have its own variable, which takes precedence over MAILROOM_KEY: MAILROOM_KEY_SHOP is that of Shop. Its name is that of the account in capitals without accents (Ä is A, ß is SS), where every run of other characters than A to Z and 0 to 9 is one underscore. Where two accounts lead to one variable, it is refused when it is set.',
  ],
  flags: addFlags,
  examples: [
    {
      run: 'mailroom accounts add --name Shop --url https://api.mail.example/v1 --user shop@example.com < key.txt',
      does: 'With a key that is in a file.',
    },
    {
      run: 'MAILROOM_KEY=$(cat /run/secrets/mailroom) mailroom accounts add --name Shop --url https://api.mail.example/v1 --user shop@example.com --read-only',
      does: 'On a server, for reading only.',
    },
  ],
  exits,
  run: async (given, terminal) => (await load()).addAccount(given, terminal),
})

export const checkAccountCommand = defineCommand({
  name: 'accounts check',
  summary: 'Ask the service whether it takes the key of an account',
  description: [
    'Makes one harmless call with the key from the environment (MAILROOM_KEY, or the variable of the account), or from the keychain.',
  ],
  flags: checkFlags,
  examples: [{ run: 'mailroom accounts check --account Shop', does: 'One line, and exit code 1 if it does not.' }],
  exits: { ...exits, [exitCodes.failed]: 'the service cannot be reached, or refuses the key' },
  run: async (given, terminal) => (await load()).checkAccount(given, terminal),
})

export const removeAccountCommand = defineCommand({
  name: 'accounts remove',
  summary: 'Remove an account and its key',
  description: [
    'Its messages stay on this disk, unless --delete-archive says otherwise. It needs no key; where there is no keychain, nothing is removed from one.',
  ],
  operand: { name: 'NAME', description: 'the account, by its name or id', most: 1 },
  flags: removeFlags,
  examples: [{ run: 'mailroom accounts remove Shop --yes', does: 'In a script, where nobody can be asked.' }],
  exits,
  run: async (given, terminal) => (await load()).removeAccount(given, terminal),
})
