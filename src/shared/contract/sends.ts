import { z } from 'zod'
import { command } from './base/define.ts'
import { sendSummary } from './base/sends.ts'

const id = z.strictObject({ id: z.uuid() })

export const sends = {
  /** Looks at the service for every call whose answer was lost, and returns what is known of the send by then. */
  'sends.check': command(id, sendSummary),
}
