import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { app } from '#shared/contract/app.ts'

const licenceList = app['app.licences'].output

/** The build creates the list from the packages it ships, so a source tree that was never built has no list yet. */
export async function readLicences(resources: string): Promise<z.infer<typeof licenceList>> {
  try {
    return licenceList.parse(JSON.parse(await readFile(join(resources, 'licences.json'), 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
