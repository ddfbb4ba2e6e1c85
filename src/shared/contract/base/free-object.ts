import { z } from 'zod'

type Json = z.infer<ReturnType<typeof z.json>>

/** An object of JSON with names of its writer's own, passed on as it is: `z.record` leaves the name `__proto__` out. */
export const freeObject = z.custom<Record<string, Json>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)
