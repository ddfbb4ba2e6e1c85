import { webhookFaults, type WebhookFault } from '#shared/contract/base/sandbox/webhook-faults.ts'
import { json, type Answer } from '../http/answer.ts'
import type { Route } from '../http/router.ts'
import { invalid } from '../http/service-error.ts'
import { readFlag, readInteger, readObject, shown } from '../readers/fields.ts'
import { known, reading, type AdminCall, type AdminHandler } from './admin-call.ts'

export const webhookRoutes: readonly Route<AdminHandler>[] = [
  { method: 'GET', path: '/webhooks', handler: ({ control }) => json(control.webhooks.list()) },
  { method: 'PUT', path: '/webhooks/:id', handler: changeManner },
  { method: 'GET', path: '/webhooks/:id/calls', handler: calls },
  { method: 'POST', path: '/webhooks/:id/replay', handler: replayCall },
]

function changeManner({ control, params, body }: AdminCall): Answer {
  const fields = readObject(body, 'The request body', reading) ?? {}
  const encoded = readFlag(fields.encoded, 'encoded', reading)
  const fault = readFault(fields.fault)
  const stopped = readFlag(fields.stopped, 'stopped', reading)
  if (stopped) throw invalid('stopped can only be false, which resumes the calls.')
  const change = {
    ...(encoded !== undefined && { encoded }),
    ...(fault !== undefined && { fault }),
    ...(stopped !== undefined && { stopped: false as const }),
  }
  return json(known(control.webhooks.change(params[0]!, change), params[0]!))
}

function calls({ control, params, query }: AdminCall): Answer {
  const limit = readInteger(query.get('limit'), 'limit', { min: 1, max: 500, ...reading }) ?? 50
  return json(known(control.webhooks.calls(params[0]!, limit), params[0]!))
}

async function replayCall({ control, params, body }: AdminCall): Promise<Answer> {
  const fields = readObject(body, 'The request body', reading) ?? {}
  const n = readInteger(fields.call, 'call', { min: 1, max: Number.MAX_SAFE_INTEGER, ...reading })
  if (n === undefined) throw invalid('call is required: the number of a call in the log.')
  return json(known(await control.webhooks.replay(params[0]!, n), String(n)))
}

/** Null removes the fault. */
function readFault(value: unknown): WebhookFault | null | undefined {
  if (value === undefined || value === null) return value
  const fault = webhookFaults.find((name) => name === value)
  if (fault === undefined)
    throw invalid(`fault must be ${webhookFaults.join(', ')} or null, not ${shown(String(value))}.`)
  return fault
}
