import type { User } from '#shared/domain/service/records.ts'
import type { Context } from '../calls/context.ts'
import type { CallOptions } from '../options/options.ts'
import { segment } from '../calls/path.ts'
import { readUser } from '../read/users.ts'

export type UserOperations = { get(id: string, options?: CallOptions): Promise<User> }

export function userOperations({ caller }: Context): UserOperations {
  return {
    get: (id, options) =>
      caller.call({ operation: 'users.get', method: 'GET', path: `/users/${segment(id)}` }, readUser, options),
  }
}
