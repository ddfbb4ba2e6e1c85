import { z } from 'zod'

export type JsonValue = z.infer<ReturnType<typeof z.json>>
export type JsonObject = Record<string, JsonValue>

/** An object of JSON with names of its writer's own, passed on as it is: `z.record` leaves the name `__proto__` out. */
export const freeObject = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)
