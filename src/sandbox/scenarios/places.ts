/** Where readers are, by country with its language and weight. */
type City = readonly [name: string, region: string, latitude: number, longitude: number, postcode: string]
type Country = {
  name: string
  language: string
  weight: number
  cities: readonly City[]
}

const countries: readonly Country[] = [
  {
    name: 'Germany',
    language: 'de',
    weight: 22,
    cities: [
      ['Berlin', 'Berlin', 52.52, 13.405, '10115'],
      ['Hamburg', 'Hamburg', 53.5511, 9.9937, '20095'],
      ['Munich', 'Bavaria', 48.1351, 11.582, '80331'],
      ['Cologne', 'North Rhine-Westphalia', 50.9375, 6.9603, '50667'],
      ['Leipzig', 'Saxony', 51.3397, 12.3731, '04109'],
    ],
  },
  {
    name: 'France',
    language: 'fr',
    weight: 14,
    cities: [
      ['Paris', 'Île-de-France', 48.8566, 2.3522, '75001'],
      ['Lyon', 'Auvergne-Rhône-Alpes', 45.764, 4.8357, '69001'],
      ['Toulouse', 'Occitanie', 43.6047, 1.4442, '31000'],
      ['Nantes', 'Pays de la Loire', 47.2184, -1.5536, '44000'],
    ],
  },
  {
    name: 'United Kingdom',
    language: 'en',
    weight: 11,
    cities: [
      ['London', 'England', 51.5074, -0.1278, 'EC1A'],
      ['Manchester', 'England', 53.4808, -2.2426, 'M1'],
      ['Edinburgh', 'Scotland', 55.9533, -3.1883, 'EH1'],
    ],
  },
  {
    name: 'United States',
    language: 'en',
    weight: 10,
    cities: [
      ['New York', 'New York', 40.7128, -74.006, '10001'],
      ['Chicago', 'Illinois', 41.8781, -87.6298, '60601'],
      ['Denver', 'Colorado', 39.7392, -104.9903, '80202'],
      ['Seattle', 'Washington', 47.6062, -122.3321, '98101'],
    ],
  },
  {
    name: 'Austria',
    language: 'de',
    weight: 6,
    cities: [
      ['Vienna', 'Vienna', 48.2082, 16.3738, '1010'],
      ['Graz', 'Styria', 47.0707, 15.4395, '8010'],
    ],
  },
  {
    name: 'Switzerland',
    language: 'de',
    weight: 6,
    cities: [
      ['Zurich', 'Zurich', 47.3769, 8.5417, '8001'],
      ['Geneva', 'Geneva', 46.2044, 6.1432, '1201'],
    ],
  },
  {
    name: 'Netherlands',
    language: 'nl',
    weight: 6,
    cities: [
      ['Amsterdam', 'North Holland', 52.3676, 4.9041, '1012'],
      ['Utrecht', 'Utrecht', 52.0907, 5.1214, '3511'],
    ],
  },
  {
    name: 'Italy',
    language: 'it',
    weight: 5,
    cities: [
      ['Milan', 'Lombardy', 45.4642, 9.19, '20121'],
      ['Rome', 'Lazio', 41.9028, 12.4964, '00184'],
      ['Bologna', 'Emilia-Romagna', 44.4949, 11.3426, '40121'],
    ],
  },
  {
    name: 'Spain',
    language: 'es',
    weight: 5,
    cities: [
      ['Madrid', 'Madrid', 40.4168, -3.7038, '28001'],
      ['Barcelona', 'Catalonia', 41.3851, 2.1734, '08001'],
      ['Seville', 'Andalusia', 37.3891, -5.9845, '41001'],
    ],
  },
  {
    name: 'Poland',
    language: 'pl',
    weight: 4,
    cities: [
      ['Warsaw', 'Masovia', 52.2297, 21.0122, '00-001'],
      ['Kraków', 'Lesser Poland', 50.0647, 19.945, '30-001'],
    ],
  },
  {
    name: 'Belgium',
    language: 'fr',
    weight: 4,
    cities: [
      ['Brussels', 'Brussels', 50.8503, 4.3517, '1000'],
      ['Ghent', 'East Flanders', 51.0543, 3.7174, '9000'],
    ],
  },
  {
    name: 'Sweden',
    language: 'sv',
    weight: 3,
    cities: [
      ['Stockholm', 'Stockholm', 59.3293, 18.0686, '111 20'],
      ['Gothenburg', 'Västra Götaland', 57.7089, 11.9746, '411 03'],
    ],
  },
  {
    name: 'Denmark',
    language: 'sv',
    weight: 3,
    cities: [
      ['Copenhagen', 'Capital Region', 55.6761, 12.5683, '1050'],
      ['Aarhus', 'Central Denmark', 56.1629, 10.2039, '8000'],
    ],
  },
  {
    name: 'Norway',
    language: 'sv',
    weight: 2,
    cities: [
      ['Oslo', 'Oslo', 59.9139, 10.7522, '0150'],
      ['Bergen', 'Vestland', 60.3913, 5.3221, '5003'],
    ],
  },
  { name: 'Finland', language: 'sv', weight: 2, cities: [['Helsinki', 'Uusimaa', 60.1699, 24.9384, '00100']] },
  {
    name: 'Czechia',
    language: 'pl',
    weight: 2,
    cities: [
      ['Prague', 'Prague', 50.0755, 14.4378, '110 00'],
      ['Brno', 'South Moravia', 49.1951, 16.6068, '602 00'],
    ],
  },
  { name: 'Portugal', language: 'es', weight: 2, cities: [['Lisbon', 'Lisbon', 38.7223, -9.1393, '1100-148']] },
  { name: 'Ireland', language: 'en', weight: 2, cities: [['Dublin', 'Leinster', 53.3498, -6.2603, 'D01']] },
  { name: 'Luxembourg', language: 'fr', weight: 1, cities: [['Luxembourg', 'Luxembourg', 49.6116, 6.1319, '1111']] },
  { name: 'Hungary', language: 'pl', weight: 1, cities: [['Budapest', 'Budapest', 47.4979, 19.0402, '1051']] },
  { name: 'Slovenia', language: 'pl', weight: 1, cities: [['Ljubljana', 'Ljubljana', 46.0569, 14.5058, '1000']] },
  { name: 'Croatia', language: 'pl', weight: 1, cities: [['Zagreb', 'Zagreb', 45.815, 15.9819, '10000']] },
  { name: 'Greece', language: 'it', weight: 1, cities: [['Athens', 'Attica', 37.9838, 23.7275, '105 57']] },
  { name: 'Romania', language: 'it', weight: 1, cities: [['Bucharest', 'Bucharest', 44.4268, 26.1025, '010011']] },
  { name: 'Slovakia', language: 'pl', weight: 1, cities: [['Bratislava', 'Bratislava', 48.1486, 17.1077, '811 01']] },
  { name: 'Estonia', language: 'sv', weight: 1, cities: [['Tallinn', 'Harju', 59.437, 24.7536, '10111']] },
  {
    name: 'Canada',
    language: 'en',
    weight: 2,
    cities: [
      ['Toronto', 'Ontario', 43.6532, -79.3832, 'M5H'],
      ['Montréal', 'Quebec', 45.5017, -73.5673, 'H2Y'],
    ],
  },
  { name: 'Australia', language: 'en', weight: 1, cities: [['Melbourne', 'Victoria', -37.8136, 144.9631, '3000']] },
  { name: 'Japan', language: 'en', weight: 1, cities: [['Tokyo', 'Tokyo', 35.6762, 139.6503, '100-0001']] },
  {
    name: 'New Zealand',
    language: 'en',
    weight: 1,
    cities: [['Wellington', 'Wellington', -41.2865, 174.7762, '6011']],
  },
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
