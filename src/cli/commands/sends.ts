import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { listFlags, restFlags, resumeFlags, showFlags } from '../sends/sends-flags.ts'

const load = (): Promise<typeof import('../sends/sends.ts')> => import('../sends/sends.ts')
const operand = { name: 'SEND', description: 'a send, by its ID or its full subject', most: 1 } as const
const ends = {
  [exitCodes.partly]: 'some recipients did not get the message',
  [exitCodes.unknown]: 'a response was lost: some recipients may have got the message, and nothing is sent again',
  [exitCodes.busy]: undefined,
  [exitCodes.interrupted]: undefined,
} as const
const sendEnds = {
  ...ends,
  [exitCodes.partly]: `${ends[exitCodes.partly]}, or the file of --refused could not be written`,
} as const

export const listSendsCommand = defineCommand({
  name: 'sends list',
  summary: 'List sends and their results',
  description: ['Lists what was sent in the app and with mailroom send, newest first.'],
  flags: listFlags,
  examples: [
    { run: 'mailroom sends list', does: 'Prints a table with the ID of each send.' },
    {
      run: `mailroom sends list --json | jq -r 'select(.waiting > 0) | .id'`,
      does: 'Prints the IDs of sends with recipients still waiting.',
    },
  ],
  exits: { [exitCodes.nothing]: 'nothing has been sent yet', [exitCodes.busy]: undefined },
  run: async (given, terminal) => (await load()).listSends(given, terminal),
})

export const showSendCommand = defineCommand({
  name: 'sends show',
  summary: 'Show the result of a send, and what to do next',
  description: [
    'First asks the service about the calls whose responses were lost. If a call has no record 15 minutes after it was made, it never arrived and none of its recipients got the message.',
  ],
  operand,
  flags: showFlags,
  examples: [
    {
      run: 'mailroom sends show "Spring sale" --refused refused.csv',
      does: 'Prints the counts, and writes a file of everyone who was not reached.',
    },
  ],
  exits: ends,
  run: async (given, terminal) => (await load()).showSend(given, terminal),
})

export const resumeSendCommand = defineCommand({
  name: 'sends resume',
  summary: 'Continue a paused or interrupted send',
  description: [
    'Makes only the calls that definitely weren’t made before, so nobody gets the message twice. Calls whose responses were lost are looked up on the service and not made again.',
  ],
  operand,
  flags: resumeFlags,
  examples: [{ run: 'mailroom sends resume "Spring sale" --yes', does: 'For a script, where nobody can confirm.' }],
  exits: sendEnds,
  run: async (given, terminal) => (await load()).resumeSend(given, terminal),
})

export const sendRestCommand = defineCommand({
  name: 'sends rest',
  summary: 'Send the message again to those who definitely didn’t get it',
  description: [
    'When a send has ended, this command reaches everyone who was refused, whose call the service has no record of, or whose call was never made. They get the message as it was confirmed then, with its files, in a new send that is linked to the first. Anyone who has the message, may have it or will get it from another such send is left out, and so is anyone who has since bounced, complained, unsubscribed or been erased.',
    'A second run finds nobody left to send to and ends with exit code 4.',
  ],
  operand,
  flags: restFlags,
  examples: [
    {
      run: 'mailroom sends rest "Spring sale" --dry-run',
      does: 'Shows how many would get the message, and who is left out.',
    },
    {
      run: 'mailroom sends rest 6b3b2a52-6b7c-4b1f-9d46-0f6a5e6f0a01 --yes --json',
      does: 'Prints the counts, with the IDs of both sends.',
    },
  ],
  exits: { ...sendEnds, [exitCodes.nothing]: 'nobody is left to send to' },
  run: async (given, terminal) => (await load()).sendRest(given, terminal),
})
