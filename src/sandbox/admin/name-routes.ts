import { json, type Answer } from '../http/answer.ts'
import type { Route } from '../http/router.ts'
import { readObject, readText } from '../readers/fields.ts'
import { reading, type AdminCall, type AdminHandler } from './admin-call.ts'

export const nameRoutes: readonly Route<AdminHandler>[] = [
  { method: 'GET', path: '/names', handler: ({ control }) => json(control.names()) },
  { method: 'PUT', path: '/names', handler: setNames },
]

/** Names that are missing in the body stay the same. */
function setNames({ control, body }: AdminCall): Answer {
  const fields = readObject(body, 'The request body', reading) ?? {}
  const headers = readObject(fields.headerNames, 'headerNames', reading) ?? {}
  const before = control.names()
  return json(
    control.setNames({
      headerNames: {
        user: readText(headers.user, 'headerNames.user') ?? before.headerNames.user,
        key: readText(headers.key, 'headerNames.key') ?? before.headerNames.key,
      },
      prefix: readText(fields.prefix, 'prefix') ?? before.prefix,
    }),
  )
}
