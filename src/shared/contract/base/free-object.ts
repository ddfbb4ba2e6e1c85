import { z } from 'zod'

export type JsonValue = z.infer<ReturnType<typeof z.json>>
export type JsonObject = Record<string, JsonValue>

/** A JSON object with any field names, passed on unchanged: `z.record` drops the name `__proto__`. */
export const freeObject = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)
