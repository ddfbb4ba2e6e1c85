import { json, type Answer } from '../http/answer.ts'
import type { Route } from '../http/router.ts'
import { readInteger, readObject, requireText } from '../readers/fields.ts'
import { reading, type AdminCall, type AdminHandler } from './admin-call.ts'

export const replyRoutes: readonly Route<AdminHandler>[] = [
  { method: 'GET', path: '/replies', handler: replies },
  {
    method: 'PUT',
    path: '/replies',
    handler: ({ control, body }) => json(control.replies.setRules(body)),
  },
  { method: 'PUT', path: '/replies/receiver', handler: setReceiver },
]

function replies({ control, query }: AdminCall): Answer {
  const limit = readInteger(query.get('limit'), 'limit', { min: 1, max: 500, ...reading }) ?? 50
  return json(control.replies.shown(limit))
}

async function setReceiver({ control, body }: AdminCall): Promise<Answer> {
  const { receiver } = readObject(body, 'The body', reading) ?? {}
  await control.replies.setReceiver(receiver === null ? null : requireText(receiver, 'receiver'))
  return json(control.replies.shown(1))
}
