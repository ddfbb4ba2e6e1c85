type Counts = { open?: number; click?: number; at?: [number, number] }

/** A place as the service reports it, with the number of people who opened and clicked. */
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
