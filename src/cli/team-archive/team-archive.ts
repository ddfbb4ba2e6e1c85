import { loadAdministration, type Members } from '#core/archive/index.ts'
import type { Given } from '../framework/command.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { withOutput } from '../framework/output.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'
import { visible } from '#shared/text/visible.ts'
import type { createFlags, grantFlags, migrateFlags } from './team-archive-flags.ts'
import { readSchema, withServer } from './with-server.ts'

const print = (terminal: Terminal, text: string) => withOutput({ out: undefined, terminal }, (write) => write(text))

export async function createTeamArchive({ flags }: Given<typeof createFlags>, terminal: Terminal): Promise<ExitCode> {
  const administration = await loadAdministration()
  const schema = readSchema(flags, administration)
  if (flags.print) {
    await print(terminal, `${administration.createStatements(schema)}\n`)
    return exitCodes.done
  }
  await withServer(flags, terminal, administration.createArchive)
  const { writer, reader } = administration.roleNames(schema)
  const sentence = `Created the team archive in the schema ${schema}. Grant access with mailroom team-archive grants.`
  await print(terminal, flags.json ? `${JSON.stringify({ created: schema, writer, reader })}\n` : `${sentence}\n`)
  return exitCodes.done
}

export async function grantTeamArchive({ flags }: Given<typeof grantFlags>, terminal: Terminal): Promise<ExitCode> {
  const administration = await loadAdministration()
  const schema = readSchema(flags, administration)
  const given = { writers: flags.writer, readers: flags.reader }
  const names = [...given.writers, ...given.readers]
  for (const name of names) {
    const problem = administration.userProblem(name)
    if (problem !== null) throw new UsageError(`${JSON.stringify(name)} can’t be a username. ${problem}`)
  }
  if (flags.print) {
    const { grantStatements, memberStatements, roleNames } = administration
    const text = names.length > 0 ? memberStatements(schema, given) : grantStatements(schema, roleNames(schema))
    await print(terminal, `${text}\n`)
    return exitCodes.done
  }
  const members = await withServer(flags, terminal, async (database) => {
    if (names.length > 0) await administration.addMembers(database, given)
    return administration.readMembers(database)
  })
  await print(terminal, flags.json ? `${JSON.stringify(members)}\n` : membersText(members))
  return exitCodes.done
}

function membersText({ owners, writers, readers, administrators }: Members): string {
  const lines = [
    ['Readers', readers],
    ['Writers', writers],
    ['Owners', owners],
    ['Server administrators (full access)', administrators],
  ] as const
  return lines.map(([what, names]) => `${what}: ${names.map(visible).join(', ') || 'nobody'}\n`).join('')
}

export async function migrateTeamArchive({ flags }: Given<typeof migrateFlags>, terminal: Terminal): Promise<ExitCode> {
  const { migrateArchive, outstandingMigration } = await loadAdministration()
  if (flags.print) {
    const { to, statements } = await withServer(flags, terminal, (database) => outstandingMigration(database))
    if (statements === '') terminal.say(`The archive has the newest schema, version ${to}.`)
    else await print(terminal, `${statements}\n`)
    return exitCodes.done
  }
  const { from, to } = await withServer(flags, terminal, (database) => migrateArchive(database))
  const sentence =
    from === to
      ? `The archive has the newest schema, version ${to}. Nothing was changed.`
      : `The archive’s schema was updated from version ${from} to version ${to}.`
  await print(terminal, flags.json ? `${JSON.stringify({ from, to })}\n` : `${sentence}\n`)
  return exitCodes.done
}
