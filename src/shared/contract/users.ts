import { z } from 'zod'
import { command } from './base/define.ts'

const accountId = z.string().max(80)
const text = z.string()

/** A user as the service returns it; texts that the service omits are empty. */
const user = z.strictObject({
  id: text,
  username: text,
  /** 1 = Mr, 2 = Ms. */
  civility: z.number().nullable(),
  firstName: text,
  lastName: text,
  /** 0 = private individual, 1 = professional. */
  customerType: z.number().nullable(),
  company: text,
  activity: text,
  job: text,
  address: text,
  address2: text,
  zipCode: text,
  city: text,
  country: text,
  phone: text,
  mobile: text,
  settings: z
    .strictObject({
      newsletter: z.boolean().nullable(),
      language: text,
      dateFormat: text,
      timeFormat: text,
      timezone: text,
    })
    .nullable(),
})
export type User = z.infer<typeof user>

export const users = {
  'users.list': command(
    z.strictObject({ accountId }),
    z.strictObject({
      /** Null if this account cannot list its users: each user is then read by id. */
      users: z.array(user).nullable(),
      unreadable: z.number().int(),
    }),
  ),
  'users.get': command(z.strictObject({ accountId, userId: z.string().trim().min(1).max(200) }), user),
}
