import { z } from 'zod'
import { isMailAddress, notAnAddress } from '../text/mail-address.ts'
import { command } from './base/define.ts'

const address = z.string().trim().min(1, 'Enter an address.').refine(isMailAddress, notAnAddress())

/** The few fields of a first message; what the service would refuse is refused here, at its field. */
const testMessage = z.strictObject({
  to: z.array(address).min(1, 'Enter at least one recipient.').max(50, 'A test has at most 50 recipients.'),
  from: address,
  subject: z
    .string()
    .trim()
    .max(500, 'A subject has at most 500 characters here.')
    .regex(/^[^\p{Cc}]*$/u, 'A subject is one line.'),
  text: z.string().max(100_000, 'The text has at most 100,000 characters here.'),
})

const accountId = z.string().max(80)

export const compose = {
  /** Sent once and never by itself again; `id` names it among the outcomes while its answer is not here. */
  'compose.sendTest': command(
    z.strictObject({ accountId, id: z.uuid(), message: testMessage }),
    z.strictObject({ sendId: z.string().nullable() }),
  ),
  /** The records that the service has of it by now; an account that keeps its history has them in it from then on. */
  'compose.findTest': command(
    z.strictObject({ accountId, sendId: z.uuid(), sentAt: z.number() }),
    z.array(z.strictObject({ id: z.string(), email: z.string(), lastState: z.string() })),
  ),
}
