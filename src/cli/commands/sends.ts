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
  summary: 'List what was sent, and what became of it',
  description: ['The sends of the app and of mailroom send, those on their way first.'],
  flags: listFlags,
  examples: [
    { run: 'mailroom sends list', does: 'A table, with an id for each send.' },
    { run: `mailroom sends list --json | jq -r 'select(.waiting > 0) | .id'`, does: 'Those that can be resumed.' },
  ],
  exits: { [exitCodes.nothing]: 'nothing was sent yet', [exitCodes.busy]: undefined },
  run: async (given, terminal) => (await load()).listSends(given, terminal),
})

export const showSendCommand = defineCommand({
  name: 'sends show',
  summary: 'Say what became of one send, and what to do next',
  description: [
    'First it looks at the service for the calls whose answers were lost. One that has no record a quarter of an hour after it was made was not sent.',
  ],
  operand,
  flags: showFlags,
  examples: [
    {
      run: 'mailroom sends show "Spring sale" --refused refused.csv',
      does: 'The counts, and a file of all who were refused.',
    },
  ],
  exits: ends,
  run: async (given, terminal) => (await load()).showSend(given, terminal),
})

export const resumeSendCommand = defineCommand({
  name: 'sends resume',
  summary: 'Go on with a send that was paused or interrupted',
  description: [
    'Sends what has certainly not left, and nothing twice. Those whose answer was lost are looked for, and not written to.',
  ],
  operand,
  flags: resumeFlags,
  examples: [{ run: 'mailroom sends resume "Spring sale" --yes', does: 'In a script, where nobody can be asked.' }],
  exits: ends,
  run: async (given, terminal) => (await load()).resumeSend(given, terminal),
})

export const sendRestCommand = defineCommand({
  name: 'sends rest',
  summary: 'Send to those who certainly did not get a send',
  description: [
    'For a send that has ended: to everybody who was refused, whose call the service has no record of, or whose call never left. They get the message as it was confirmed then, with its files, as a send of its own that is linked to the first. Who has it, may have it, or will get it from another rest is left out; so are people who bounced, complained, unsubscribed or were erased since.',
    'A second one finds nobody left, and ends with 4.',
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
  exits: { ...ends, [exitCodes.nothing]: 'nobody is left who certainly did not get it' },
  run: async (given, terminal) => (await load()).sendRest(given, terminal),
})
