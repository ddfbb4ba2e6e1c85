import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { doctorFlags } from '../doctor/doctor-flags.ts'

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Check that everything Mailroom needs works on this computer',
  description: [
    'Tries each part of the program, the keychain, the data folder, the disk, the clock, proxy and certificates, and for each account its key, its service and its clock. One line each, with what to do where something is wrong. Nothing is changed, and a check that does not end within 10 seconds has failed.',
    'It works beside a running Mailroom, which is asked about accounts whose key it alone has. No password and no key is shown.',
  ],
  flags: doctorFlags,
  examples: [
    { run: 'mailroom doctor', does: 'A line for each check.' },
    { run: 'mailroom doctor --self', does: 'The program and this computer, without accounts and network.' },
    {
      run: "mailroom doctor --json | jq -r '.checks[] | select(.ok | not) | .mend'",
      does: 'What to do, for a script.',
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
