import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { sandboxOfFlags, saveSnapshotFlags } from '../snapshots/snapshot-flags.ts'

const load = (): Promise<typeof import('../snapshots/snapshots.ts')> => import('../snapshots/snapshots.ts')
const operand = { name: 'NAME', description: 'the name of the snapshot', most: 1 } as const

export const listSnapshotsCommand = defineCommand({
  name: 'snapshot list',
  summary: 'List the snapshots of a sandbox',
  description: [
    'A snapshot contains everything that was in the sandbox when the snapshot was saved. Each snapshot is one file in the snapshots folder.',
  ],
  flags: sandboxOfFlags,
  examples: [{ run: 'mailroom snapshot list --data ./sandbox-data', does: 'Prints a table.' }],
  exits: { [exitCodes.nothing]: 'there are no snapshots' },
  run: async (given, terminal) => (await load()).listSnapshots(given, terminal),
})

export const saveSnapshotCommand = defineCommand({
  name: 'snapshot save',
  summary: 'Save a sandbox’s messages, account, clock, faults and webhooks in a named snapshot',
  description: [
    'The file contains no secrets except the sandbox’s keys, so it can be committed next to the tests that use it. “mailroom sandbox --snapshot FILE” starts a sandbox from it.',
  ],
  operand,
  flags: saveSnapshotFlags,
  examples: [
    {
      run: 'mailroom snapshot save base --data ./sandbox-data',
      does: 'Writes ./sandbox-data/snapshots/base.snapshot.',
    },
    {
      run: 'MAILROOM_SANDBOX_TOKEN=... mailroom snapshot save base --admin http://127.0.0.1:8025/admin --replace',
      does: 'For a sandbox in memory that was started with --snapshots.',
    },
  ],
  exits: {},
  run: async (given, terminal) => (await load()).saveSnapshot(given, terminal),
})

export const restoreSnapshotCommand = defineCommand({
  name: 'snapshot restore',
  summary: 'Restore a sandbox to a snapshot',
  description: [
    'Replaces everything in the sandbox except its key, user and names. Programs that use the sandbox don’t need to be restarted.',
  ],
  operand,
  flags: sandboxOfFlags,
  examples: [
    { run: 'mailroom snapshot restore base --data ./sandbox-data', does: 'Prints how many messages there are now.' },
  ],
  exits: {},
  run: async (given, terminal) => (await load()).restoreSnapshot(given, terminal),
})

export const compareSnapshotCommand = defineCommand({
  name: 'snapshot diff',
  summary: 'Show what has changed in a sandbox since a snapshot',
  description: [
    'Lists messages, account entries and faults. Given two names, the command compares the first snapshot with the second.',
  ],
  operand: { ...operand, most: 2 },
  flags: sandboxOfFlags,
  examples: [
    { run: 'mailroom snapshot diff base --data ./sandbox-data', does: 'Shows what a test left behind.' },
    {
      run: 'mailroom snapshot diff base after --data ./sandbox-data --json',
      does: 'Compares two snapshots for a program.',
    },
  ],
  exits: { [exitCodes.nothing]: 'nothing has changed' },
  run: async (given, terminal) => (await load()).compareSnapshot(given, terminal),
})

export const removeSnapshotCommand = defineCommand({
  name: 'snapshot remove',
  summary: 'Remove a snapshot',
  description: ['Only the file is removed. The sandbox itself does not change.'],
  operand,
  flags: sandboxOfFlags,
  examples: [
    {
      run: 'mailroom snapshot remove base --data ./sandbox-data',
      does: 'Removes ./sandbox-data/snapshots/base.snapshot.',
    },
  ],
  exits: {},
  run: async (given, terminal) => (await load()).removeSnapshot(given, terminal),
})
