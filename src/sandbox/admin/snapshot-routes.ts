import { json, type Answer } from '../http/answer.ts'
import type { Route } from '../http/router.ts'
import { invalid, notFound } from '../http/service-error.ts'
import { readFlag, readInteger, readObject, readText, shown } from '../readers/fields.ts'
import type { ForkedSandbox } from '../snapshots/forks.ts'
import { reading, type AdminCall, type AdminHandler } from './admin-call.ts'

export const snapshotRoutes: readonly Route<AdminHandler>[] = [
  { method: 'GET', path: '/snapshots', handler: async ({ control }) => json(await control.snapshots.list()) },
  { method: 'PUT', path: '/snapshots/:name', handler: save },
  { method: 'POST', path: '/snapshots/:name/restore', handler: restore },
  {
    method: 'GET',
    path: '/snapshots/:name/diff',
    handler: async ({ control, params, query }) =>
      json(await control.snapshots.compare(params[0]!, query.get('with') ?? undefined)),
  },
  {
    method: 'DELETE',
    path: '/snapshots/:name',
    async handler({ control, params }) {
      await control.snapshots.remove(params[0]!)
      return json(await control.snapshots.list())
    },
  },
]

export const forkRoutes: readonly Route<AdminHandler>[] = [
  { method: 'GET', path: '/forks', handler: ({ forks }) => json(forks.list().map(accessOf)) },
  { method: 'POST', path: '/forks', handler: fork },
  {
    method: 'DELETE',
    path: '/forks/:id',
    async handler({ forks, params }) {
      if (!(await forks.end(params[0]!))) throw notFound(`There is no fork ${shown(params[0]!)}.`)
      return json(forks.list().map(accessOf))
    },
  },
]

async function save({ control, params, body }: AdminCall): Promise<Answer> {
  const fields = readObject(body, 'The request body', reading) ?? {}
  const replace = readFlag(fields.replace, 'replace', reading) ?? false
  return json(await control.snapshots.save(params[0]!, { replace }))
}

async function restore({ control, params }: AdminCall): Promise<Answer> {
  await control.snapshots.restore(params[0]!)
  return json(control.state())
}

async function fork({ forks, body }: AdminCall): Promise<Answer> {
  const fields = readObject(body, 'The request body', reading) ?? {}
  const snapshot = readText(fields.snapshot, 'snapshot')
  const key = readText(fields.key, 'key')
  if (key !== undefined && !/^[\x21-\x7e]{8,200}$/.test(key)) {
    throw invalid('key takes 8 to 200 letters, digits and punctuation marks, without spaces.')
  }
  const port = readInteger(fields.port, 'port', { min: 0, max: 65_535, ...reading })
  const given = { snapshot, ...(key !== undefined && { key }), ...(port !== undefined && { port }) }
  return json(accessOf(await forks.create(given)))
}

/** Returns a fork’s fields, named like those that `mailroom sandbox --json` prints. */
function accessOf({ id, sandbox }: { id: string; sandbox: ForkedSandbox }): object {
  const { url, smtp = null, smtps = null, credentials, adminUrl, adminToken } = sandbox
  return { id, url, ...credentials, smtp, smtps, admin: adminUrl, adminToken }
}
