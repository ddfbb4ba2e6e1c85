import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const licenceList = z.array(
  z.strictObject({ name: z.string(), version: z.string(), licence: z.string(), text: z.string() }),
)

/** The build writes them from what is shipped; a source tree that was never built has none yet. */
export async function readLicences(resources: string): Promise<z.infer<typeof licenceList>> {
  try {
    return licenceList.parse(JSON.parse(await readFile(join(resources, 'licences.json'), 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
