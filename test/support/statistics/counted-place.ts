type Counts = { open?: number; click?: number; at?: [number, number] }

/** A place as the service counts it, by so many people as opens and clicks. */
export function countedPlace(country: string, city: string, { open = 0, click = 0, at }: Counts = {}) {
  return {
    country,
    city,
    latitude: at?.[0] ?? null,
    longitude: at?.[1] ?? null,
    open,
    click,
    opener: open,
    clicker: click,
  }
}
