import { refuseUnusable } from '../access/authenticate.ts'
import { readSend } from '../send/read-send.ts'
import { defaultsOf } from '../send/send-defaults.ts'
import { jsonText, type Answer } from '../http/answer.ts'
import { invalid } from '../http/service-error.ts'
import type { Call, Service } from './service.ts'
import type { ApiKey } from '../store/index.ts'

const success = JSON.stringify({ status: 'success' })

/** Implements section 4.3 of the service’s documentation. Returns when all messages of the send are on disk. */
export async function sendMessage({ service, body, key, ip }: Call): Promise<Answer> {
  const { notes, ...outgoing } = readSend(body, service.settings, defaultsOf(service.store.configuration.current))
  const apiKey = outgoing.apiKey === undefined ? key.id : sendingKey(service, outgoing.apiKey, ip).id
  const send = { ...outgoing, apiKey }
  const messages = await service.engine.send(send)
  return { ...jsonText(success), messages, notes: [...notes, ...service.engine.notesOn(send)] }
}

/** Finds a key by its id, or by its secret, which real clients send. The key’s restrictions also apply here. */
function sendingKey({ store, settings }: Service, given: string, ip: string): ApiKey {
  const key = store.keys.get(given) ?? (settings.strict ? null : store.keys.findBySecret(given))
  if (key === null) throw invalid('apiKey is not a key of this account.')
  refuseUnusable(key, ip, 'The key named by apiKey')
  return key
}
