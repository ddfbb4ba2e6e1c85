import { readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The path of the password file, which psql uses, too. */
export function passwordFilePath(env: Environment): string {
  const named = env['PGPASSFILE']
  if (named) return named
  if (process.platform === 'win32') return join(env['APPDATA'] ?? homedir(), 'postgresql', 'pgpass.conf')
  return join(env['HOME'] ?? homedir(), '.pgpass')
}

type Found = { readonly password: string | null; /** Why the file was ignored. */ readonly problem: string | null }

/** The password from the first matching line, by libpq’s rules. A file that others can read is ignored. */
export function passwordInFile(path: string, server: TeamServer): Found {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return { password: null, problem: null }
  if (!found.isFile()) return { password: null, problem: `The password file ${path} is not a file, so it is ignored.` }
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    const problem = `The password file ${path} is ignored, because other users of this computer can read it. Run chmod 0600 on it.`
    return { password: null, problem }
  }
  const wanted = [server.host, String(server.port), server.database, server.user]
  for (const line of readFileSync(path, 'utf8').split(/\r?\n/)) {
    if (line.startsWith('#')) continue
    const fields = fieldsOf(line)
    const password = fields[wanted.length]
    if (!password || !wanted.every((value, at) => fields[at] === '*' || unescaped(fields[at]!) === value)) continue
    return { password: unescaped(password), problem: null }
  }
  return { password: null, problem: null }
}

/** Splits a line at unescaped colons. An escaped star is a literal name, not a wildcard. */
function fieldsOf(line: string): string[] {
  const fields = ['']
  for (const [piece] of line.matchAll(/\\.|[^]/gu)) {
    if (piece === ':') fields.push('')
    else fields[fields.length - 1] += piece
  }
  return fields
}

function unescaped(field: string): string {
  return field.replaceAll(/\\(.)/gu, '$1')
}
