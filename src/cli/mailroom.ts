import type { Commands } from './framework/command.ts'
import type { ExitCode } from './framework/exit-codes.ts'
import { runProgram } from './framework/run-program.ts'
import type { Terminal } from './framework/terminal.ts'

/** The commands, in the order shown in help. */
export const commands: Commands = {
  search: async () => (await import('./commands/search.ts')).searchCommand,
  stats: async () => (await import('./commands/stats.ts')).statsCommand,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  accounts: async () => (await import('./commands/accounts.ts')).accountsCommand,
  'accounts add': async () => (await import('./commands/change-accounts.ts')).addAccountCommand,
  'accounts check': async () => (await import('./commands/change-accounts.ts')).checkAccountCommand,
  'accounts remove': async () => (await import('./commands/change-accounts.ts')).removeAccountCommand,
  sync: async () => (await import('./commands/sync.ts')).syncCommand,
  send: async () => (await import('./commands/send.ts')).sendCommand,
  'sends list': async () => (await import('./commands/sends.ts')).listSendsCommand,
  'sends show': async () => (await import('./commands/sends.ts')).showSendCommand,
  'sends resume': async () => (await import('./commands/sends.ts')).resumeSendCommand,
  'sends rest': async () => (await import('./commands/sends.ts')).sendRestCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  sandbox: async () => (await import('./commands/sandbox.ts')).sandboxCommand,
  'snapshot list': async () => (await import('./commands/snapshots.ts')).listSnapshotsCommand,
  'snapshot save': async () => (await import('./commands/snapshots.ts')).saveSnapshotCommand,
  'snapshot restore': async () => (await import('./commands/snapshots.ts')).restoreSnapshotCommand,
  'snapshot diff': async () => (await import('./commands/snapshots.ts')).compareSnapshotCommand,
  'snapshot remove': async () => (await import('./commands/snapshots.ts')).removeSnapshotCommand,
  'team-archive create': async () => (await import('./commands/team-archive.ts')).createTeamArchiveCommand,
  'team-archive grants': async () => (await import('./commands/team-archive.ts')).grantTeamArchiveCommand,
  'team-archive migrate': async () => (await import('./commands/team-archive.ts')).migrateTeamArchiveCommand,
  'team-archive join': async () => (await import('./commands/team-archive.ts')).joinTeamArchiveCommand,
  'team-archive leave': async () => (await import('./commands/team-archive.ts')).leaveTeamArchiveCommand,
  'team-archive maintain': async () => (await import('./commands/team-archive.ts')).maintainTeamArchiveCommand,
  'team-archive access-log': async () => (await import('./commands/team-archive.ts')).accessLogCommand,
  'team-archive move': async () => (await import('./commands/team-archive.ts')).moveTeamArchiveCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand,
}

export const intro =
  'Mailroom on the command line: the app without a window, for scripts and cron. It uses the app’s accounts, keys and archives.'

export function runMailroom(argumentList: readonly string[], terminal?: Terminal): Promise<ExitCode> {
  return runProgram({ commands, intro, version }, argumentList, terminal)
}

async function version(): Promise<string> {
  return (await import('./app/version.ts')).programVersion()
}
