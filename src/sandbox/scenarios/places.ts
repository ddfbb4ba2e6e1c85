/** Where readers are: [city, region, latitude, longitude, postcode], by country, with its language and its weight. */
type City = readonly [name: string, region: string, latitude: number, longitude: number, postcode: string]
type Country = {
  name: string
  language: string
  weight: number
  cities: readonly City[]
}

const country = (name: string, language: string, weight: number, ...cities: City[]): Country => ({
  name,
  language,
  weight,
  cities,
})

const countries: readonly Country[] = [
  country(
    ...(['Germany', 'de', 22] as const),
    ['Berlin', 'Berlin', 52.52, 13.405, '10115'],
    ['Hamburg', 'Hamburg', 53.5511, 9.9937, '20095'],
    ['Munich', 'Bavaria', 48.1351, 11.582, '80331'],
    ['Cologne', 'North Rhine-Westphalia', 50.9375, 6.9603, '50667'],
    ['Leipzig', 'Saxony', 51.3397, 12.3731, '04109'],
  ),
  country(
    ...(['France', 'fr', 14] as const),
    ['Paris', 'Île-de-France', 48.8566, 2.3522, '75001'],
    ['Lyon', 'Auvergne-Rhône-Alpes', 45.764, 4.8357, '69001'],
    ['Toulouse', 'Occitanie', 43.6047, 1.4442, '31000'],
    ['Nantes', 'Pays de la Loire', 47.2184, -1.5536, '44000'],
  ),
  country(
    ...(['United Kingdom', 'en', 11] as const),
    ['London', 'England', 51.5074, -0.1278, 'EC1A'],
    ['Manchester', 'England', 53.4808, -2.2426, 'M1'],
    ['Edinburgh', 'Scotland', 55.9533, -3.1883, 'EH1'],
  ),
  country(
    ...(['United States', 'en', 10] as const),
    ['New York', 'New York', 40.7128, -74.006, '10001'],
    ['Chicago', 'Illinois', 41.8781, -87.6298, '60601'],
    ['Denver', 'Colorado', 39.7392, -104.9903, '80202'],
    ['Seattle', 'Washington', 47.6062, -122.3321, '98101'],
  ),
  country(
    ...(['Austria', 'de', 6] as const),
    ['Vienna', 'Vienna', 48.2082, 16.3738, '1010'],
    ['Graz', 'Styria', 47.0707, 15.4395, '8010'],
  ),
  country(
    ...(['Switzerland', 'de', 6] as const),
    ['Zurich', 'Zurich', 47.3769, 8.5417, '8001'],
    ['Geneva', 'Geneva', 46.2044, 6.1432, '1201'],
  ),
  country(
    ...(['Netherlands', 'nl', 6] as const),
    ['Amsterdam', 'North Holland', 52.3676, 4.9041, '1012'],
    ['Utrecht', 'Utrecht', 52.0907, 5.1214, '3511'],
  ),
  country(
    ...(['Italy', 'it', 5] as const),
    ['Milan', 'Lombardy', 45.4642, 9.19, '20121'],
    ['Rome', 'Lazio', 41.9028, 12.4964, '00184'],
    ['Bologna', 'Emilia-Romagna', 44.4949, 11.3426, '40121'],
  ),
  country(
    ...(['Spain', 'es', 5] as const),
    ['Madrid', 'Madrid', 40.4168, -3.7038, '28001'],
    ['Barcelona', 'Catalonia', 41.3851, 2.1734, '08001'],
    ['Seville', 'Andalusia', 37.3891, -5.9845, '41001'],
  ),
  country(
    ...(['Poland', 'pl', 4] as const),
    ['Warsaw', 'Masovia', 52.2297, 21.0122, '00-001'],
    ['Kraków', 'Lesser Poland', 50.0647, 19.945, '30-001'],
  ),
  country(
    ...(['Belgium', 'fr', 4] as const),
    ['Brussels', 'Brussels', 50.8503, 4.3517, '1000'],
    ['Ghent', 'East Flanders', 51.0543, 3.7174, '9000'],
  ),
  country(
    ...(['Sweden', 'sv', 3] as const),
    ['Stockholm', 'Stockholm', 59.3293, 18.0686, '111 20'],
    ['Gothenburg', 'Västra Götaland', 57.7089, 11.9746, '411 03'],
  ),
  country(
    ...(['Denmark', 'sv', 3] as const),
    ['Copenhagen', 'Capital Region', 55.6761, 12.5683, '1050'],
    ['Aarhus', 'Central Denmark', 56.1629, 10.2039, '8000'],
  ),
  country(
    ...(['Norway', 'sv', 2] as const),
    ['Oslo', 'Oslo', 59.9139, 10.7522, '0150'],
    ['Bergen', 'Vestland', 60.3913, 5.3221, '5003'],
  ),
  country(...(['Finland', 'sv', 2] as const), ['Helsinki', 'Uusimaa', 60.1699, 24.9384, '00100']),
  country(
    ...(['Czechia', 'pl', 2] as const),
    ['Prague', 'Prague', 50.0755, 14.4378, '110 00'],
    ['Brno', 'South Moravia', 49.1951, 16.6068, '602 00'],
  ),
  country(...(['Portugal', 'es', 2] as const), ['Lisbon', 'Lisbon', 38.7223, -9.1393, '1100-148']),
  country(...(['Ireland', 'en', 2] as const), ['Dublin', 'Leinster', 53.3498, -6.2603, 'D01']),
  country(...(['Luxembourg', 'fr', 1] as const), ['Luxembourg', 'Luxembourg', 49.6116, 6.1319, '1111']),
  country(...(['Hungary', 'pl', 1] as const), ['Budapest', 'Budapest', 47.4979, 19.0402, '1051']),
  country(...(['Slovenia', 'pl', 1] as const), ['Ljubljana', 'Ljubljana', 46.0569, 14.5058, '1000']),
  country(...(['Croatia', 'pl', 1] as const), ['Zagreb', 'Zagreb', 45.815, 15.9819, '10000']),
  country(...(['Greece', 'it', 1] as const), ['Athens', 'Attica', 37.9838, 23.7275, '105 57']),
  country(...(['Romania', 'it', 1] as const), ['Bucharest', 'Bucharest', 44.4268, 26.1025, '010011']),
  country(...(['Slovakia', 'pl', 1] as const), ['Bratislava', 'Bratislava', 48.1486, 17.1077, '811 01']),
  country(...(['Estonia', 'sv', 1] as const), ['Tallinn', 'Harju', 59.437, 24.7536, '10111']),
  country(
    ...(['Canada', 'en', 2] as const),
    ['Toronto', 'Ontario', 43.6532, -79.3832, 'M5H'],
    ['Montréal', 'Quebec', 45.5017, -73.5673, 'H2Y'],
  ),
  country(...(['Australia', 'en', 1] as const), ['Melbourne', 'Victoria', -37.8136, 144.9631, '3000']),
  country(...(['Japan', 'en', 1] as const), ['Tokyo', 'Tokyo', 35.6762, 139.6503, '100-0001']),
  country(...(['New Zealand', 'en', 1] as const), ['Wellington', 'Wellington', -41.2865, 174.7762, '6011']),
]

export type Place = {
  country: string
  region: string
  city: string
  latitude: number
  longitude: number
  postcode: string
  language: string
  weight: number
}

/** The first city of a country has most of its readers. */
export const places: readonly Place[] = countries.flatMap(({ name, language, weight, cities }) =>
  cities.map(([city, region, latitude, longitude, postcode], at) => ({
    country: name,
    region,
    city,
    latitude,
    longitude,
    postcode,
    language,
    weight: weight / (at + 1),
  })),
)
