import type { Account } from '#shared/contract/accounts.ts'
import { readAccounts } from '../app/reading.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { withOutput } from '../framework/output.ts'
import type { Terminal } from '../framework/terminal.ts'
import { plainLine } from '../text/cells.ts'
import { TextTable } from '../text/text-table.ts'

type Wanted = { readonly data: string | undefined; readonly json: boolean }

export async function listAccounts({ data, json }: Wanted, terminal: Terminal): Promise<ExitCode> {
  const { accounts, currentId } = await readAccounts(data, terminal)
  if (accounts.length === 0) {
    terminal.say('There are no accounts yet. Add one with mailroom accounts add, or in the app.')
    return exitCodes.nothing
  }
  const text = json
    ? accounts.map((account) => `${JSON.stringify(shownOf(account, currentId))}\n`).join('')
    : tableOf(accounts, currentId, terminal)
  await withOutput({ out: undefined, terminal }, (write) => write(text))
  return exitCodes.done
}

/** Returns only the fields that scripts need. None of them is secret. */
function shownOf({ id, name, kind, baseUrl, user, readOnly, storeHistory }: Account, currentId: string | null) {
  return { id, name, kind, baseUrl, user, readOnly, storeHistory, current: id === currentId }
}

function tableOf(accounts: readonly Account[], currentId: string | null, { stdout, width }: Terminal): string {
  const rows = accounts.map(({ id, name, baseUrl, user }) => [id === currentId ? '*' : '', name, user, baseUrl, id])
  if (!stdout.isTTY) return rows.map(([, ...cells]) => plainLine(cells)).join('')
  const headings = ['', 'Name', 'User', 'Service', 'ID']
  const columns = headings.map((heading, at) => ({ heading, isCut: at > 0 && at < headings.length - 1 }))
  return new TextTable(columns, width).add(rows)
}
