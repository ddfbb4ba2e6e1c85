import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { doctorFlags } from '../doctor/doctor-flags.ts'

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Check that everything Mailroom needs works on this computer',
  description: [
    'Checks each part of the program, the keychain, the data folder, the disk, the clock, the proxy and the certificates, and for each account its key, its service, the service’s clock and its team archive. Each check prints one line, which says what to do if something is wrong. Nothing is changed. A check that takes longer than 10 seconds counts as failed.',
    'The command also works while Mailroom is running, and asks the running app about accounts whose key only that app has. Passwords and keys are never shown.',
  ],
  flags: doctorFlags,
  examples: [
    { run: 'mailroom doctor', does: 'Prints a line for each check.' },
    {
      run: 'mailroom doctor --self',
      does: 'Checks only the program and this computer, without accounts or the network.',
    },
    {
      run: "mailroom doctor --json | jq -r '.checks[] | select(.ok | not) | .mend'",
      does: 'For a script: prints only what to do.',
    },
  ],
  exits: {
    [exitCodes.failed]: 'something does not work; its line says what to do',
    [exitCodes.interrupted]: undefined,
  },
  run: async ({ flags }, terminal) => {
    const { doctor } = await import('../doctor/doctor.ts')
    return doctor(flags, terminal)
  },
})
