import { defineCommand } from '../framework/command.ts'
import { exitCodes } from '../framework/exit-codes.ts'
import {
  accessLogFlags,
  createFlags,
  grantFlags,
  joinFlags,
  leaveFlags,
  migrateFlags,
  moveFlags,
  serverFlags,
} from '../team-archive/team-archive-flags.ts'

const load = (): Promise<typeof import('../team-archive/team-archive.ts')> => import('../team-archive/team-archive.ts')

const loadJoining = (): Promise<typeof import('../team-archive/join-team-archive.ts')> =>
  import('../team-archive/join-team-archive.ts')

const password =
  'The password is never passed as an argument. It comes from MAILROOM_TEAM_PASSWORD, PGPASSWORD or a PostgreSQL password file (PGPASSFILE or ~/.pgpass). Otherwise, the command asks for it. Connections to other computers use TLS, and the server’s certificate is checked.'
const server = '--host db.example.org --database mail --user postgres'

export const createTeamArchiveCommand = defineCommand({
  name: 'team-archive create',
  summary: 'Create an archive for a team on a PostgreSQL server',
  description: [
    'Creates a schema with its tables, and three roles: an owner, writers and readers. The command needs PostgreSQL 15 or newer and a user who can create schemas and roles. If anything fails, nothing is created. Next, grant access with team-archive grants. Accounts can then use the archive (Accounts in the app, or team-archive join).',
    password,
  ],
  flags: createFlags,
  examples: [
    { run: `mailroom team-archive create ${server}`, does: 'Creates an archive in the schema mailroom.' },
    {
      run: 'mailroom team-archive create --print > create.sql',
      does: 'Writes the statements to a file, so that you can review them and run them with psql.',
    },
  ],
  exits: {},
  run: async (given, terminal) => (await load()).createTeamArchive(given, terminal),
})

export const grantTeamArchiveCommand = defineCommand({
  name: 'team-archive grants',
  summary: 'Show who can use a team archive, or grant access',
  description: [
    'Without names, the command lists the archive’s readers, writers and owners, and the administrators of the server. Users given with --writer and --reader must exist on the server. With --print, the command also prints the statements that create them.',
    password,
  ],
  flags: grantFlags,
  examples: [
    { run: `mailroom team-archive grants ${server}`, does: 'Lists everyone and their access.' },
    {
      run: `mailroom team-archive grants ${server} --writer ada --reader bob`,
      does: 'Gives Ada write access, and Bob read-only access.',
    },
    {
      run: 'mailroom team-archive grants --print --writer ada',
      does: 'Prints statements that create Ada’s user without a password and give her access.',
    },
  ],
  exits: {},
  run: async (given, terminal) => (await load()).grantTeamArchive(given, terminal),
})

export const migrateTeamArchiveCommand = defineCommand({
  name: 'team-archive migrate',
  summary: 'Update a team archive to the newest schema',
  description: [
    'Run this command as the archive’s owner after updating Mailroom. If the schema is already the newest, nothing is changed. An archive that is newer than this program is refused.',
    password,
  ],
  flags: migrateFlags,
  examples: [
    { run: `mailroom team-archive migrate ${server}`, does: 'Changes the tables only if necessary.' },
    { run: `mailroom team-archive migrate --print ${server}`, does: 'Prints the statements without running them.' },
  ],
  exits: {},
  run: async (given, terminal) => (await load()).migrateTeamArchive(given, terminal),
})

export const maintainTeamArchiveCommand = defineCommand({
  name: 'team-archive maintain',
  summary: 'Rewrite the months of a team archive that still contain erased data',
  description: [
    'The server’s files keep the data of erased messages until they are rewritten. The command rewrites one month after another, removes empty months and updates the server’s statistics. Nobody can read a month while it is being rewritten, so run the command at a quiet time. Ctrl+C stops it after the month in progress. Only the archive’s owner and administrators of the server can run it.',
    password,
  ],
  flags: serverFlags,
  examples: [
    { run: `mailroom team-archive maintain ${server}`, does: 'Prints what was done and what is still to do.' },
  ],
  exits: {
    [exitCodes.partly]: 'something could not be rewritten yet',
    [exitCodes.interrupted]: 'ended by Ctrl+C after the month in progress',
  },
  run: async (given, terminal) => {
    const { maintainTeamArchive } = await import('../team-archive/maintain-team-archive.ts')
    return maintainTeamArchive(given, terminal)
  },
})

export const joinTeamArchiveCommand = defineCommand({
  name: 'team-archive join',
  summary: 'Switch an account to a team archive',
  description: [
    'After joining, the account’s messages are read from the team archive and synced to it. The command refuses an archive that belongs to another account. The file on this computer is kept. To use it again, run mailroom team-archive leave.',
    'A password that you type or pipe is kept in the keychain. A password from the environment or a password file is read again in each run.',
    password,
  ],
  flags: joinFlags,
  examples: [
    {
      run: 'mailroom team-archive join --account Shop --host db.example.org --database mail --user ada',
      does: 'Asks for Ada’s password.',
    },
  ],
  exits: { [exitCodes.busy]: undefined, [exitCodes.interrupted]: undefined },
  run: async (given, terminal) => (await loadJoining()).joinTeamArchive(given, terminal),
})

export const leaveTeamArchiveCommand = defineCommand({
  name: 'team-archive leave',
  summary: 'Switch an account back to a file on this computer',
  description: ['The team archive stays as it is. Its password is removed from this computer.'],
  flags: leaveFlags,
  examples: [{ run: 'mailroom team-archive leave --account Shop', does: 'Uses the earlier file, if there is one.' }],
  exits: { [exitCodes.busy]: undefined, [exitCodes.interrupted]: undefined },
  run: async (given, terminal) => (await loadJoining()).leaveTeamArchive(given, terminal),
})

export const moveTeamArchiveCommand = defineCommand({
  name: 'team-archive move',
  summary: 'Move an account’s archive to a team’s server, or the team archive to a file',
  description: [
    'Moves everything in the account’s archive into an empty team archive. Each month is compared with the file. The team sees the archive once everything is there. If the command is interrupted, run it again: it continues with the same month. If everything is already there, the command says so and moves nothing. Pause the account’s sync until the move is complete. The account keeps using its file until you run team-archive join.',
    'With --down, the command copies the whole team archive to a new file instead, while the team keeps working. The file is a backup: the app imports it into any account. It is compared with the team archive before it gets its final name.',
    password,
  ],
  flags: moveFlags,
  examples: [
    { run: `mailroom team-archive move --account Shop ${server}`, does: 'Moves the archive of Shop to the server.' },
    { run: `mailroom team-archive move --down shop.sqlite ${server}`, does: 'Writes the team archive to a file.' },
  ],
  exits: { [exitCodes.interrupted]: 'ended by Ctrl+C after the step in progress; the next run continues there' },
  run: async (given, terminal) => {
    const { moveTeamArchive } = await import('../team-archive/move-team-archive.ts')
    return moveTeamArchive(given, terminal)
  },
})

export const accessLogCommand = defineCommand({
  name: 'team-archive access-log',
  summary: 'Show what people did with a team archive, or choose what is logged',
  description: [
    'Prints who exported or erased messages or changed the retention period, and when. The newest lines come first. Run this command as the archive’s owner. Writers and readers can neither read the log nor change it: the server itself adds each line, with the user’s name and the server’s time. A person appears as a salted hash of their address, which --person computes for you.',
    'Only Mailroom adds lines to this log. Another client of the server, such as psql, can read messages without adding one; only the server’s own log can show that.',
    'With --log, the owner chooses: none, changes (exports, erasures and retention changes, as in a new archive) or all (opened messages and searches for a person, too). This flag can’t be combined with flags that choose lines. The choice itself is always logged. Tell your people what is logged: in many countries they have a right to know.',
    password,
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
  exits: { [exitCodes.nothing]: 'the log has no matching lines' },
  run: async (given, terminal) => {
    const { accessLog } = await import('../team-archive/access-log.ts')
    return accessLog(given, terminal)
  },
})
