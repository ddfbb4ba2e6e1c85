import type { UserAgent } from '../store/index.ts'
import { clients, type Client } from './clients.ts'
import { places, type Place } from './places.ts'
import { weights, type Random } from '../base/random.ts'

/** A person at a place, with the programs they use. */
export type Reader = {
  place: Place
  clients: readonly Client[]
}

const byWeight = {
  places: weights(places, (place) => place.weight),
  clients: weights(clients, (client) => client.weight),
}
/** Networks reserved for documentation, which nobody uses. */
const networks = ['192.0.2.', '198.51.100.', '203.0.113.']

export function drawReader(random: Random): Reader {
  const place = random.weighted(byWeight.places)
  const first = random.weighted(byWeight.clients)
  return { place, clients: random.chance(0.3) ? [first, random.weighted(byWeight.clients)] : [first] }
}

export function drawUserAgent(random: Random, reader: Reader): UserAgent {
  return userAgentOf(random.pick(reader.clients), reader.place, random.pick(networks) + random.between(1, 254))
}

/**
 * Returns a machine near the reader. No random numbers are drawn for it, so that the rest of a scenario does not depend
 * on whether it has machines.
 */
export function machineAgent(client: Client, { place }: Reader, at: number): UserAgent {
  return userAgentOf(client, place, `${networks[0]!}${1 + (at % 254)}`)
}

function userAgentOf(client: Client, place: Place, ip: string): UserAgent {
  const { webmail, browser, operatingSystem, deviceType } = client
  return {
    ip,
    latitude: place.latitude,
    longitude: place.longitude,
    country: place.country,
    region: place.region,
    city: place.city,
    postcode: place.postcode,
    operatingSystem,
    language: place.language,
    browser,
    webmail,
    deviceType,
  }
}
