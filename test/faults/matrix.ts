import { createCallLog, createServiceClient, type ServiceClient } from '#core/api/index.ts'
import { systemClock } from '#core/node/system-clock.ts'
import { createSandbox, type Sandbox } from '#sandbox/create-sandbox.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { cases, expectedOutcomes, type Case } from './expected.ts'
import { operations, type Ground, type Operation } from './operations.ts'

export type Cell = {
  operation: string
  fault: string
  outcome: string
  expected: readonly string[]
  /** The number of requests to the service. */
  calls: number
  milliseconds: number
  isAsExpected: boolean
}

/** A short deadline for calls that never end, and a long one for calls that end even on a busy machine. */
const [short, long] = [4000, 60_000]
const deadlines = (each: number) => ({ attempt: each, call: each, send: each, streamStart: each, idle: each })

/**
 * Applies every fault of the sandbox to every operation, or to every n-th one with a different offset for each fault.
 * One fault is active at a time, and the operations run in parallel.
 */
export async function runMatrix(onCell: (cell: Cell) => void, { each = 1 }: { each?: number } = {}): Promise<void> {
  const sandbox = await createSandbox({ smtp: false })
  const [hasty, patient] = [clientOf(sandbox, short), clientOf(sandbox, long)]
  try {
    const ground = await prepare({ sandbox, client: patient })
    for (const [turn, given] of cases.entries()) {
      const chosen = operations.filter((_, index) => (index + turn) % each === 0)
      const counts = countCalls(ground)
      sandbox.faults.set([{ ...given.fault, path: '*' }])
      const client = given.isEndless ? hasty : patient
      const placed = { ...ground, client, patience: given.patience ?? long }
      const cells = await Promise.all(chosen.map((operation) => runCell(operation, given, placed, turn)))
      sandbox.faults.clear()
      const calls = counts.end()
      for (const [index, cell] of cells.entries()) {
        cell.calls = calls(chosen[index]!)
        const asked = 1 + askedByOthers(chosen[index]!, chosen, cells)
        cell.isAsExpected = cell.expected.includes(cell.outcome) && cell.calls === asked
        onCell(cell)
      }
    }
  } finally {
    await hasty.close()
    await patient.close()
    await sandbox.close()
  }
}

function clientOf(sandbox: Sandbox, each: number): ServiceClient {
  return createServiceClient({
    profile: { ...accountDefaults, baseUrl: sandbox.url, user: sandbox.credentials.user },
    key: async () => sandbox.credentials.key,
    learned: {
      get: () => ({
        exportMethod: 'POST',
        blacklistForm: 'body',
        firstPage: 1,
        abilities: { 'DELETE /blacklists/{type}/{email}': 'yes' },
      }),
      set: () => undefined,
    },
    clock: systemClock,
    logger: { log: () => undefined },
    callLog: createCallLog(),
    deadlines: deadlines(each),
    // Retries have separate tests; here each call has to show the effect of a single response.
    limits: { retriesPerMinute: 0, answerBytes: 16 * 1024 * 1024, concurrency: 40, streams: 8 },
  })
}

async function prepare({ sandbox, client }: Pick<Ground, 'sandbox' | 'client'>): Promise<Ground> {
  await client.messages.send({
    to: [{ address: 'ada@example.org' }, { address: 'bob@example.com' }],
    from: { address: 'shop@nordwind.example' },
    subject: 'Invoice',
    text: 'Hello',
  })
  await client.settings.addOrUpdateDomain({ sending: 'y.example', tracking: 't.y.example', email: 'p@y.example' })
  await client.extras.addBlacklisted({ type: 'bounces', email: 'listed@example.org' })
  const messages = await client.statistics.messages({ page: 1, pageSize: 1 })
  const templates = await client.templates.list()
  const users = await client.extras.users()
  const [messageId, templateId, userId] = [messages.items[0]?.id, templates.items[0]?.id, users.items[0]?.id]
  if (messageId === undefined || templateId === undefined || userId === undefined) {
    throw new Error('The sandbox has no message, template or user to ask for.')
  }
  return { sandbox, client, messageId, templateId, userId, patience: long }
}

async function runCell(operation: Operation, given: Case, ground: Ground, turn: number): Promise<Cell> {
  const start = performance.now()
  const outcome = await operation.act(ground, turn).then(() => 'ok', outcomeOf)
  const milliseconds = performance.now() - start
  const expected = expectedOutcomes(operation, given)
  return {
    operation: operation.name,
    fault: given.title,
    outcome,
    expected,
    calls: 0,
    milliseconds,
    isAsExpected: false,
  }
}

function askedByOthers({ call }: Operation, chosen: readonly Operation[], cells: readonly Cell[]): number {
  const asking = chosen.map(({ asksAfterRefusal }) => asksAfterRefusal === call)
  return cells.filter(({ outcome }, index) => asking[index] && ['not-found', 'not-allowed'].includes(outcome)).length
}

function outcomeOf(thrown: unknown): string {
  if (!(thrown instanceof AppError)) return `not an AppError: ${String(thrown)}`
  const { code, details } = thrown
  return code === 'outcome-unknown' ? `unknown (${String(details.causeCode)})` : code
}

/** Counts calls in the sandbox’s own log, where a client cannot hide that it repeated an effect. */
function countCalls({ sandbox }: Ground): { end: () => (operation: Operation) => number } {
  const seen: string[] = []
  const stop = sandbox.onRequest(({ method, path }) => seen.push(`${method} ${path.replace(/^\/v1|\?.*$/g, '')}`))
  return {
    end: () => {
      stop()
      return ({ call }) => {
        const exact = call.replace(/:\w+/g, '[^/]+')
        const pattern = new RegExp(`^${exact}$`)
        return seen.filter((line) => pattern.test(line) && !isOther(line, call)).length
      }
    },
  }
}

/** `/settings/templates/list` also matches the path of a template named `list`. */
function isOther(line: string, call: string): boolean {
  return call.includes(':') && operations.some((other) => other.call !== call && other.call === line)
}
