/** Writes a date in the format that the service documents (2.5): `2026-01-31T12:00:00.000+0000`. */
export function wireDate(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, -1)}+0000`
}

export function wireTimes({ createdAt, updatedAt }: { createdAt: number; updatedAt: number }) {
  return { createdAt: wireSeconds(createdAt), updatedAt: wireSeconds(updatedAt) }
}

export function wireSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}
