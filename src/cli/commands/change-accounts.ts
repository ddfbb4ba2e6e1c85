import { addFlags, checkFlags, removeFlags } from '../accounts/account-flags.ts'
import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'

const load = (): Promise<typeof import('../accounts/change-accounts.ts')> => import('../accounts/change-accounts.ts')
const exits = { [exitCodes.busy]: undefined, [exitCodes.interrupted]: undefined }

export const addAccountCommand = defineCommand({
  name: 'accounts add',
  summary: 'Add an account',
  description: [
    'The command asks for the key or reads it from stdin, and keeps it in the keychain. On a server without a keychain, the key comes from the environment variable MAILROOM_KEY, in this and every later run, and is never written to disk. The key can’t be an argument, because every user of the computer can see arguments.',
    'An account can have its own variable, which takes precedence over MAILROOM_KEY: for Shop it is MAILROOM_KEY_SHOP. The last part is the account name in capitals without accents (Ä becomes A, ß becomes SS), with an underscore for each run of characters other than A to Z and 0 to 9. A variable that could belong to two accounts is refused.',
  ],
  flags: addFlags,
  examples: [
    {
      run: 'mailroom accounts add --name Shop --url https://api.mail.example/v1 --user shop@example.com < key.txt',
      does: 'Reads the key from a file.',
    },
    {
      run: 'MAILROOM_KEY=$(cat /run/secrets/mailroom) mailroom accounts add --name Shop --url https://api.mail.example/v1 --user shop@example.com --read-only',
      does: 'On a server, with read-only access.',
    },
  ],
  exits,
  run: async (given, terminal) => (await load()).addAccount(given, terminal),
})

export const checkAccountCommand = defineCommand({
  name: 'accounts check',
  summary: 'Check whether the service accepts an account’s key',
  description: [
    'Makes one harmless call with the key from the environment (MAILROOM_KEY, or the account’s own variable) or from the keychain.',
  ],
  flags: checkFlags,
  examples: [
    {
      run: 'mailroom accounts check --account Shop',
      does: 'Prints one line. The exit code is 1 if the service refuses the key.',
    },
  ],
  exits: { ...exits, [exitCodes.failed]: 'the service cannot be reached, or refuses the key' },
  run: async (given, terminal) => (await load()).checkAccount(given, terminal),
})

export const removeAccountCommand = defineCommand({
  name: 'accounts remove',
  summary: 'Remove an account and its key',
  description: [
    'The account’s messages stay on this disk unless you give --delete-archive. The command needs no key. On a computer without a keychain, there is no key to remove.',
  ],
  operand: { name: 'NAME', description: 'the account, by its name or ID', most: 1 },
  flags: removeFlags,
  examples: [{ run: 'mailroom accounts remove Shop --yes', does: 'For a script, where nobody can confirm.' }],
  exits,
  run: async (given, terminal) => (await load()).removeAccount(given, terminal),
})
