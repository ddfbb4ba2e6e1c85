import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import { accessLogFlags } from '../team-archive/team-archive-flags.ts'

const server = '--host db.example.org --database mail --user postgres'

export const accessLogCommand = defineCommand({
  name: 'team-archive access-log',
  summary: 'Show what people did with a team’s archive, or choose what is logged',
  description: [
    'Prints who exported or erased messages or changed the retention and when, newest first. Run it as the archive’s owner. Writers and readers can neither read the log nor change it: the server itself adds each line, with their user and by its own clock. A person is noted as a salted hash of their address, which --person computes for you.',
    'Lines come from Mailroom. Another client of the server, such as psql, reads messages without leaving a line; only the server’s own log can show that.',
    'With --log, the owner chooses: none, changes (exports, erasures and changed retention, as in a new archive) or all (opened messages and searches for a person, too). The choice is a line of the log itself. Tell your people what is logged: in many countries they have a right to know.',
    'The password is never an argument. It comes from MAILROOM_TEAM_PASSWORD, PGPASSWORD or a password file of PostgreSQL (PGPASSFILE or ~/.pgpass), otherwise it is asked for.',
  ],
  flags: accessLogFlags,
  examples: [
    { run: `mailroom team-archive access-log ${server}`, does: 'Prints the newest lines.' },
    {
      run: `mailroom team-archive access-log ${server} --person ada@example.org --csv ada.csv`,
      does: 'Writes every line about one person to a file.',
    },
    {
      run: `mailroom team-archive access-log ${server} --log all`,
      does: 'Logs opened messages and searches for a person from now on, too.',
    },
  ],
  exits: { [exitCodes.nothing]: 'the log has no such lines' },
  run: async (given, terminal) => {
    const { accessLog } = await import('../team-archive/access-log.ts')
    return accessLog(given, terminal)
  },
})
