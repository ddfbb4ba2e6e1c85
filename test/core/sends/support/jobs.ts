import { expect } from 'vitest'
import type { Job } from '#shared/contract/jobs.ts'
import { eventually } from '#test/support/eventually.ts'
import type { OpenApp } from '#test/support/open-app.ts'

export async function ended({ ask }: Pick<OpenApp, 'ask'>, { jobId }: { jobId: string }): Promise<Job> {
  return eventually(async () => {
    const job = (await ask('jobs.list')).find(({ id }) => id === jobId)!
    expect(job.endedAt).not.toBeNull()
    return job
  })
}
