import { readMessage, type Forms, type MessagePart } from './message.ts'

const accented = new Map(
  Object.entries({
    a: 'á',
    e: 'é',
    i: 'í',
    o: 'ó',
    u: 'ú',
    y: 'ý',
    c: 'ç',
    n: 'ñ',
    A: 'Á',
    E: 'É',
    I: 'Í',
    O: 'Ó',
    U: 'Ú',
    S: 'Š',
  }),
)

/**
 * Returns a made-up translation that is readable and a third longer. It shows which texts would stay in English and
 * which would not fit in another language.
 */
export function pseudo(message: string): string {
  const words = readMessage(message).map(writtenPart).join('')
  return `${words}${' ~'.repeat(Math.ceil(words.length / 6 / 2))}`
}

function writtenPart(part: MessagePart): string {
  if (typeof part === 'string') return altered(part).replaceAll(/[{}]/g, "'$&'")
  return part.forms ? `{${part.name}, plural, ${formsOf(part.forms)}}` : `{${part.name}}`
}

const formsOf = (forms: Forms): string =>
  Object.entries(forms)
    .map(([category, form]) => `${category} {${altered(form)}}`)
    .join(' ')

const altered = (text: string): string => text.replaceAll(/[a-zA-Z]/g, (letter) => accented.get(letter) ?? letter)
