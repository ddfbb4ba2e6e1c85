import { json, type Answer } from '../http/answer.ts'
import type { Route } from '../http/router.ts'
import { readInteger } from '../readers/fields.ts'
import { readReplyRules } from '../replies/reply-rules.ts'
import { reading, type AdminCall, type AdminHandler } from './admin-call.ts'

export const replyRoutes: readonly Route<AdminHandler>[] = [
  { method: 'GET', path: '/replies', handler: replies },
  {
    method: 'PUT',
    path: '/replies',
    handler: ({ control, body }) => json(control.replies.setRules(readReplyRules(body))),
  },
]

function replies({ control, query }: AdminCall): Answer {
  const limit = readInteger(query.get('limit'), 'limit', { min: 1, max: 500, ...reading }) ?? 50
  return json(control.replies.shown(limit))
}
