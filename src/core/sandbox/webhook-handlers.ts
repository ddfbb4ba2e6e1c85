import type { ControlledWebhook, LoggedCall } from '#shared/contract/base/sandbox/controlled-webhooks.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { LocalSandbox } from './local-sandbox.ts'
import { goneError } from './refusals.ts'

type Names = 'sandbox.webhooks' | 'sandbox.changeWebhook' | 'sandbox.webhookCalls' | 'sandbox.repeatWebhookCall'

const callsShown = 50

export function webhookHandlers(sandbox: LocalSandbox): Pick<HandlersOf<'sandbox'>, Names> {
  return {
    'sandbox.webhooks': async () => (await sandbox.running.control.webhooks.list()).map(shownWebhook),
    'sandbox.changeWebhook': async ({ id, ...manner }) =>
      shownWebhook(known(await sandbox.running.control.webhooks.change(id, manner), 'webhook')),
    'sandbox.webhookCalls': async ({ id }) =>
      known(await sandbox.running.control.webhooks.calls(id, callsShown), 'webhook').map(shownCall),
    'sandbox.repeatWebhookCall': async ({ id, n }) =>
      shownCall(known(await sandbox.running.control.webhooks.replay(id, n), 'call')),
  }
}

/** Leaves out the fields that the page does not show. */
function shownWebhook({ id, url, description, success, errors, waiting, stopped, encoded, fault }: ControlledWebhook) {
  return { id, url, description, success, errors, waiting, stopped, encoded, fault }
}

type CallInLog = Omit<LoggedCall, 'payload'> & { payload: object | null }
function shownCall({ n, event, recipient, subject, calledAt, error, payload }: CallInLog): LoggedCall {
  const text = payload === null ? null : JSON.stringify(payload, null, 2)
  return { n, event, recipient, subject, calledAt, error, payload: text }
}

function known<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw goneError(what)
  return value
}
