import { createCallLog, createServiceClient } from '#core/api/index.ts'
import type { Clock } from '#core/ports.ts'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { AppError } from '#shared/contract/error.ts'
import { cases, expectedOutcomes, type Case } from './expected.ts'
import { operations, type Ground, type Operation } from './operations.ts'

export type Cell = {
  operation: string
  fault: string
  outcome: string
  expected: readonly string[]
  /** How often the service was asked. */
  calls: number
  milliseconds: number
  isAsExpected: boolean
}

/** Long enough for a busy machine, short enough to wait for a hundred times. */
const deadlines = { attempt: 4000, call: 4000, send: 4000, streamStart: 4000, idle: 4000 }
const margin = 12_000

const clock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds)
    return { cancel: () => clearTimeout(timer) }
  },
}

/** Every fault of the sandbox on every operation; one fault at a time, the operations beside each other. */
export async function runMatrix(onCell: (cell: Cell) => void): Promise<void> {
  const sandbox = await createSandbox({ smtp: false })
  const client = createServiceClient({
    profile: { ...accountDefaults, baseUrl: sandbox.url, user: sandbox.credentials.user },
    key: async () => sandbox.credentials.key,
    learned: { get: () => ({ exportMethod: 'POST', blacklistForm: 'body', firstPage: 1 }), set: () => undefined },
    clock,
    logger: { log: () => undefined },
    callLog: createCallLog(),
    deadlines,
    // Retries have tests of their own; here each call shall show what one answer does.
    limits: { retriesPerMinute: 0, answerBytes: 16 * 1024 * 1024, concurrency: 40, streams: 8 },
  })
  try {
    const ground = await prepare({ sandbox, client })
    for (const [turn, given] of cases.entries()) {
      const counts = countCalls(ground)
      sandbox.faults.set([{ ...given.fault, path: '*' }])
      const placed = { ...ground, patience: given.patience ?? margin }
      const cells = await Promise.all(operations.map((operation) => runCell(operation, given, placed, turn)))
      sandbox.faults.clear()
      const calls = counts.end()
      for (const [index, cell] of cells.entries()) {
        cell.calls = calls(operations[index]!)
        cell.isAsExpected = cell.expected.includes(cell.outcome) && cell.calls === 1 && cell.milliseconds < margin
        onCell(cell)
      }
    }
  } finally {
    await client.close()
    await sandbox.close()
  }
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
  const templates = await client.extras.templates()
  const users = await client.extras.users()
  const [messageId, templateId, userId] = [messages.items[0]?.id, templates.items[0]?.id, users.items[0]?.id]
  if (messageId === undefined || templateId === undefined || userId === undefined) {
    throw new Error('The sandbox has no message, template or user to ask for.')
  }
  return { sandbox, client, messageId, templateId, userId, patience: margin }
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

function outcomeOf(thrown: unknown): string {
  if (!(thrown instanceof AppError)) return `not an AppError: ${String(thrown)}`
  const { code, details } = thrown
  return code === 'outcome-unknown' ? `unknown (${String(details.causeCode)})` : code
}

/** The sandbox's own log says what arrived: a client that repeats an effect cannot hide it. */
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

/** `/settings/templates/list` also looks like the template named `list`. */
function isOther(line: string, call: string): boolean {
  return call.includes(':') && operations.some((other) => other.call !== call && other.call === line)
}
