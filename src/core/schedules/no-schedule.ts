import { AppError } from '#shared/contract/base/error.ts'

export function noSchedule(): never {
  throw new AppError('not-found', 'This schedule no longer exists.')
}
