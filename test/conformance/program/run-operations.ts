import type { Answer, Wire } from '../../support/wire.ts'
import type { Call, Found, Operation } from './operation.ts'

export type Result = 'ok' | 'deviates' | 'not offered' | 'not tried' | 'error'

export type Row = {
  operation: string
  section: string
  result: Result
  remarks: string[]
}

/** One call at a time, so that the check puts no load on the service. */
export async function runOperations(wire: Wire, operations: readonly Operation[], found: Found): Promise<Row[]> {
  const rows: Row[] = []
  for (const operation of operations) {
    const { name, section } = operation
    rows.push({ operation: name, section, ...(await tried(wire, operation, found)) })
  }
  return rows
}

type Outcome = Pick<Row, 'result' | 'remarks'>

async function tried(wire: Wire, operation: Operation, found: Found): Promise<Outcome> {
  const calls = operation.calls(found)
  if (typeof calls === 'string') return { result: 'not tried', remarks: [calls] }
  const due = operation.status ?? 200
  try {
    const { call, answer } = await firstServed(wire, calls, due)
    if (answer.status !== due) return refused(operation, answer, due)
    const differences = operation.check(answer, found)
    if (differences.length > 0)
      return { result: 'deviates', remarks: operation.isSecret ? differences.map(unnamed) : differences }
    return { result: 'ok', remarks: call === calls[0] ? [] : [`served as ${call.method} ${call.path.split('?')[0]}`] }
  } catch (error) {
    return failed(error)
  }
}

async function firstServed(wire: Wire, calls: readonly Call[], due: number): Promise<{ call: Call; answer: Answer }> {
  let last: { call: Call; answer: Answer } | undefined
  for (const call of calls) {
    const answer = await wire.call(call.method, call.path, { body: call.body })
    last = { call, answer }
    if (answer.status === due || (answer.status !== 404 && answer.status !== 405)) break
  }
  return last!
}

function refused({ section }: Operation, answer: Answer, due: number): Outcome {
  const { status } = answer
  const text = answer.body.toString().replace(/\s+/g, ' ').slice(0, 150)
  const told = `answered ${status}${due === 200 ? '' : ` in place of ${due}`}${text === '' ? '' : `: ${text}`}`
  const isMissing = [404, 405, 501].includes(status)
  if (section === 'beyond' && (isMissing || status === 403)) return { result: 'not offered', remarks: [] }
  return { result: status === 429 || status >= 500 || status === 401 ? 'error' : 'deviates', remarks: [told] }
}

/** An unreadable response is a deviation; a missing response is an error. */
function failed(error: unknown): Outcome {
  const message = error instanceof Error ? error.message : String(error)
  const isNetwork = error instanceof Error && ('code' in error || message.startsWith('No answer'))
  return { result: isNetwork ? 'error' : 'deviates', remarks: [message.replace(/\s+/g, ' ').slice(0, 200)] }
}

/** A difference without the value that was found. */
function unnamed(difference: string): string {
  return difference.replace(/ is (string|number|boolean) .*?, not /s, ' is a $1, not ')
}
