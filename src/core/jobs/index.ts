import type { Ground, RoomWith } from '../base/room.ts'
import { jobsHandlers } from './jobs-handlers.ts'
import { Jobs } from './jobs.ts'

export { interruptedNote, Jobs, type JobProgress, type JobStart, type JobWork } from './jobs.ts'
export { Throttle } from './throttle.ts'

export async function jobsRoom(ground: Ground): Promise<RoomWith<'jobs', Jobs>> {
  const jobs = await Jobs.open(ground)
  return {
    service: jobs,
    handlers: jobsHandlers(jobs),
    keeps: {
      erase: ({ accountId, email }) => jobs.eraseRecipient(accountId, email),
      size: 'too little to count',
      afterRemoval: async ({ id }) => jobs.removeAccount(id),
    },
    stop: () => jobs.close(),
  }
}
