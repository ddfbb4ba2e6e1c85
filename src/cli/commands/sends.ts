import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { listFlags, restFlags, resumeFlags, showFlags } from '../sends/sends-flags.ts'

const load = (): Promise<typeof import('../sends/sends.ts')> => import('../sends/sends.ts')
const operand = { name: 'SEND', description: 'a send, by its id or its whole subject', most: 1 } as const
const ends = {
  [exitCodes.partly]: 'some recipients did not get it',
  [exitCodes.unknown]: 'an answer was lost: some may have got it, and nothing is sent again',
  [exitCodes.busy]: undefined,
  [exitCodes.interrupted]: undefined,
} as const

export const listSendsCommand = defineCommand({
  name: 'sends list',
  summary: 'List sends and their results',
  description: ['Lists what was sent in the app and by mailroom send, the newest first.'],
  flags: listFlags,
  examples: [
    { run: 'mailroom sends list', does: 'A table, with an id for each send.' },
    {
      run: `mailroom sends list --json | jq -r 'select(.waiting > 0) | .id'`,
      does: 'Those with recipients still waiting.',
    },
  ],
  exits: { [exitCodes.nothing]: 'nothing has been sent yet', [exitCodes.busy]: undefined },
  run: async (given, terminal) => (await load()).listSends(given, terminal),
})

export const showSendCommand = defineCommand({
  name: 'sends show',
  summary: 'Show the result of a send, and what to do next',
  description: [
    'First looks up the calls whose responses were lost at the service. A call that has no record a quarter of an hour after it was made never arrived, and none of its recipients got the message.',
  ],
  operand,
  flags: showFlags,
  examples: [
    {
      run: 'mailroom sends show "Spring sale" --refused refused.csv',
      does: 'The counts, and a file of everybody who was refused.',
    },
  ],
  exits: ends,
  run: async (given, terminal) => (await load()).showSend(given, terminal),
})

export const resumeSendCommand = defineCommand({
  name: 'sends resume',
  summary: 'Continue a send that was paused or interrupted',
  description: [
    'Makes only the calls that were certainly not sent, so nobody gets the message twice. Calls whose responses were lost are looked up at the service, and not made again.',
  ],
  operand,
  flags: resumeFlags,
  examples: [{ run: 'mailroom sends resume "Spring sale" --yes', does: 'In a script, where nobody can be asked.' }],
  exits: ends,
  run: async (given, terminal) => (await load()).resumeSend(given, terminal),
})

export const sendRestCommand = defineCommand({
  name: 'sends rest',
  summary: 'Send to those who certainly did not get an earlier send',
  description: [
    'For a send that has ended: to everybody who was refused, whose call the service has no record of, or whose call never left. They get the message as it was confirmed then, with its files, in a new send that is linked to the first. Anyone who has the message, may have it, or will get it from another send of the rest is left out, and so is anyone who has since bounced, complained, unsubscribed or been erased.',
    'A second run finds nobody left and ends with exit code 4.',
  ],
  operand,
  flags: restFlags,
  examples: [
    { run: 'mailroom sends rest "Spring sale" --dry-run', does: 'How many would get it, and who is left out.' },
    {
      run: 'mailroom sends rest 6b3b2a52-6b7c-4b1f-9d46-0f6a5e6f0a01 --yes --json',
      does: 'The counts, with the ids of both sends.',
    },
  ],
  exits: { ...ends, [exitCodes.nothing]: 'nobody is left to send to' },
  run: async (given, terminal) => (await load()).sendRest(given, terminal),
})
