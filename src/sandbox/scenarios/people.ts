import type { Random } from '../base/random.ts'
import { weights } from '../base/random.ts'
import { fetchingClients, type Client } from './clients.ts'
import { drawReader, type Reader } from './reader.ts'

export type Customer = {
  number: number
  name: string
  email: string
  domain: string
  reader: Reader
  /** From 0 to 2. It is 0 for somebody who opens fewer than half as many messages as the average customer. */
  interest: number
  /**
   * The program that fetches images before the person reads the message. Undefined if neither the mail provider nor the
   * company uses one.
   */
  fetchedBy: Client | undefined
}

const words = (text: string): readonly string[] => text.split(' ')
const names: Readonly<Record<string, { first: readonly string[]; last: readonly string[] }>> = {
  de: {
    first: words('Anna Emma Lena Jürgen Thomas Lukas Sabine Petra Jonas Felix Katrin Uwe Greta Moritz Heike Sönke'),
    last: words('Keller Schmidt Weber Brandt Köhler Vogel Hoffmann Lindner Peters Groß Schuster Jansen Müller Huber'),
  },
  fr: {
    first: words('Camille François Chloé Hugo Manon Émile Julien Louise Inès Théo Sophie Luc Amélie Antoine'),
    last: words('Moreau Lefèvre Girard Dubois Rousseau Mercier Fontaine Bernard Chevalier Renard Gauthier Petit'),
  },
  en: {
    first: words('Olivia James Harriet Noah Grace Daniel Zoë Samuel Alice Ethan Ruby Oliver Megan Thomas Isla Ben'),
    last: words("Walker Hughes O'Brien Bennett Foster Murphy Clarke Turner Reed Palmer Hayes Whitfield Marsh Cole"),
  },
  nl: {
    first: words('Sanne Daan Femke Bram Lotte Thijs Anouk Sem Fleur Koen'),
    last: words('Jansen Bakker Visser Smit Meijer Mulder Bos Dekker Vos Kuiper'),
  },
  it: {
    first: words('Giulia Marco Sofia Luca Chiara Matteo Elena Paolo Francesca Andrea'),
    last: words('Rossi Ferrari Bianchi Romano Colombo Ricci Marino Greco Conti Gallo'),
  },
  es: {
    first: words('Lucía Javier Carmen Pablo Marta Diego Inés Álvaro Sara Hugo'),
    last: words('García Fernández Romero Navarro Torres Ruiz Molina Ortega Iglesias Peña'),
  },
  pl: {
    first: words('Łukasz Agnieszka Paweł Zofia Tomasz Hanna Jakub Eva Petr Marek'),
    last: words('Nowak Kowalska Wójcik Zieliński Novák Dvořák Horvat Kaczmarek Szabó Krajnc'),
  },
  sv: {
    first: words('Astrid Erik Freja Lars Ingrid Nils Saga Magnus Elin Søren'),
    last: words('Lindqvist Andersen Berg Nilsson Holm Dahl Hansen Sjöberg Lund Virtanen'),
  },
}

/**
 * The only domains here at which real mailboxes exist. They are needed because a provider is recognised by its domain.
 * The addresses cannot exist: each begins with `impossiblePrefix`, but all of these providers require a letter or a
 * digit there.
 */
const providerDomains: readonly string[] = words('gmail.com outlook.com yahoo.fr hotmail.com icloud.com')
const impossiblePrefix = '_invented.'

/**
 * Apart from the providers above, all domains are reserved, so no mail can reach anybody. The large providers come
 * first.
 */
export const recipientDomains: readonly string[] = [
  ...words('mailbox.example example.com gmail.com inbox.example example.org courrier.example outlook.com'),
  ...words('example.net yahoo.fr hotmail.com icloud.com posta.example brevbox.example'),
  ...words('correo.example poczta.example fastpost.example nordpost.example alpenmail.example citymail.example'),
  ...words('familymail.example uni-nord.example campus.example stadtwerke.example harbour-logistics.example'),
  ...words('greenleaf.example baker-partners.example atelier-rousseau.example kanzlei-vogel.example bluewave.example'),
  ...words('mountainlab.example pixelworks.example saint-clair.example oldtown-books.example praxis-lindner.example'),
  ...words(
    'velohaus.example teamwork.example tidewater.example meadowfarm.example lighthouse.example northgate.example',
  ),
]
const domains = weights(recipientDomains, (_, at) => 1 / (at + 1.5))

const fetchedBy = new Map([
  ['icloud.com', fetchingClients.privacyProxy],
  ['harbour-logistics.example', fetchingClients.scanner],
  ['kanzlei-vogel.example', fetchingClients.scanner],
])

const ascii = (text: string): string =>
  text
    .replace(/ß/g, 'ss')
    .replace(/[łŁ]/g, 'l')
    .replace(/[øØ]/g, 'o')
    .normalize('NFKD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()

export function drawCustomers(random: Random, count: number): Customer[] {
  const taken = new Set<string>()
  return Array.from({ length: count }, (_, at) => {
    const reader = drawReader(random)
    const pool = names[reader.place.language]!
    const [first, last] = [random.pick(pool.first), random.pick(pool.last)]
    const domain = random.weighted(domains)
    const own = random.chance(0.7) ? `${ascii(first)}.${ascii(last)}` : `${ascii(first)[0]}${ascii(last)}`
    const local = providerDomains.includes(domain) ? impossiblePrefix + own : own
    let email = `${local}@${domain}`
    if (taken.has(email)) email = `${local}${random.between(1, 99)}@${domain}`
    if (taken.has(email)) email = `${local}.${at}@${domain}`
    taken.add(email)
    return {
      number: 10_000 + at,
      name: `${first} ${last}`,
      email,
      domain,
      reader,
      interest: random.next() * 2,
      fetchedBy: fetchedBy.get(domain),
    }
  })
}
