import type { Context } from '../calls/context.ts'
import type { CallOptions } from '../options/options.ts'
import { segment } from '../calls/path.ts'
import { readUser } from '../read/users.ts'

export function userOperations({ caller }: Context) {
  return {
    get: (id: string, options?: CallOptions) =>
      caller.call({ operation: 'users.get', method: 'GET', path: `/users/${segment(id)}` }, readUser, options),
  }
}
