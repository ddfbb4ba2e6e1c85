import type { HandlersOf } from '../base/handlers.ts'
import type { Jobs } from './jobs.ts'

export function jobsHandlers(jobs: Jobs): HandlersOf<'jobs'> {
  return {
    'jobs.list': () => jobs.list(),
    'jobs.cancel': ({ id }) => jobs.cancel(id),
    'jobs.dismiss': ({ id }) => jobs.dismiss(id),
  }
}
