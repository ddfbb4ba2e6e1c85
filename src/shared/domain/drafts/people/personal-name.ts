import type { Mailbox, Person } from '../../../contract/base/draft.ts'
import { isNameHeader, plainName } from './guess-roles.ts'

const setOf = (names: string) => new Set(names.split(','))
const given = setOf(
  'firstname,first,givenname,forename,vorname,prenom,nombre,nome,voornaam,fornavn,fornamn,imie,firstnames,givennames',
)
const family = setOf(
  'lastname,last,surname,familyname,nachname,familienname,nom,nomdefamille,apellido,apellidos,cognome,sobrenome,achternaam,etternavn,efternavn,efternamn,nazwisko',
)
/** In characters. Longer texts are not names. */
const longestName = 200

/**
 * Returns a function that finds a person’s name, either next to the address or in columns such as `name`, or
 * `firstName` and `lastName`.
 */
export function personalNameReader(columns: readonly string[]): (person: Person) => string {
  const plain = columns.map(plainName)
  const whole = plain.findIndex(isNameHeader)
  const parts = [given, family].map((names) => plain.findIndex((name) => names.has(name))).filter((at) => at >= 0)
  return (person) => {
    const value = (at: number) => oneLine(person.values[at] ?? '')
    const name = oneLine(person.name) || value(whole) || oneLine(parts.map(value).join(' '))
    return unlessAddress(name, person.address)
  }
}

export function nameBeside({ address, name }: Mailbox): string {
  return unlessAddress(oneLine(name), address)
}

/** Mail programs use the address as the name if no name is known. */
function unlessAddress(name: string, address: string): string {
  return name.toLowerCase() === address.trim().toLowerCase() ? '' : name
}

function oneLine(text: string): string {
  return text.slice(0, longestName).replace(/\s+/g, ' ').trim()
}
