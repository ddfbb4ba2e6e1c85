import { AppError } from '#shared/contract/base/error.ts'
import type { HandlersOf } from '../base/handlers.ts'

export function exportsHandlers(): HandlersOf<'exports'> {
  const later = (): never => {
    throw new AppError('not-found', 'Nothing was exported yet.')
  }
  return {
    'exports.last': () => ({ layout: null, place: null, folder: null }),
    'exports.estimate': later,
    'exports.start': later,
    'exports.pause': later,
    'exports.list': () => [],
    'exports.run': later,
    'exports.verify': later,
    'exports.open': later,
    'exports.reveal': later,
    'exports.copyPath': later,
    'exports.drag': later,
    'exports.remove': later,
    'exports.restore': later,
  }
}
