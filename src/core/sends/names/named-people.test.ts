import { expect, test } from 'vitest'
import { readRecipientText } from '#shared/domain/recipients/rank-recipient.ts'
import { Turns } from '../repeats/wanted-people.ts'
import { NamedPeople } from './named-people.ts'

const finder = (people: NamedPeople) => async (text: string) => {
  const { named, mixed } = await people.find(readRecipientText(text)!, 4, new Turns(new AbortController().signal))
  return [...named, ...mixed].map(({ email }) => email)
}
const first = { replaces: false }
const later = { replaces: true }

test('of several thousand people each is found by their name, and by their address', async () => {
  const people = new NamedPeople()
  const find = finder(people)
  for (let at = 0; at < 6000; at++) {
    people.add({ email: `p${at}@x.example`, name: `Zoë Nr${at}e ${at % 2 ? 'Odd' : 'Even'}` }, first)
  }
  people.endReading()
  for (const at of [0, 1, 2047, 2048, 4096, 5999]) {
    expect(await find(`nr${at}e zoe`)).toEqual([`p${at}@x.example`])
    expect(people.nameOf(`p${at}@x.example`)).toMatch(new RegExp(`^Zoë Nr${at}e `))
  }
  expect(await find('odd')).toEqual([1, 3, 5, 7].map((at) => `p${at}@x.example`))
  expect(people.nameOf('p6000@x.example')).toBeNull()
})

test('the first name is kept, a later send replaces it, and who came last stands first', async () => {
  const people = new NamedPeople()
  const find = finder(people)
  people.add({ email: 'a@x.example', name: 'Ann Lee' }, first)
  people.add({ email: 'a@x.example', name: 'Ann Old' }, first)
  people.add({ email: 'b@x.example', name: 'Bob Lee' }, first)
  people.endReading()
  expect(await find('old')).toEqual([])
  expect(await find('lee')).toEqual(['a@x.example', 'b@x.example'])
  people.add({ email: 'c@x.example', name: 'Cy Lee' }, later)
  people.add({ email: 'a@x.example', name: 'Ann New' }, later)
  people.seal()
  expect(await find('lee')).toEqual(['c@x.example', 'b@x.example'])
  expect(await find('new ann')).toEqual(['a@x.example'])
  expect(people.later).toBe(1)
  // Adding the same name again takes up no space.
  people.add({ email: 'a@x.example', name: 'Ann New' }, later)
  people.seal()
  expect(people.later).toBe(1)
})

test('a part of the name and a part of the address find a person together, after all who have both parts in their names', async () => {
  const people = new NamedPeople()
  const find = finder(people)
  people.add({ email: 'll1974@example.org', name: 'Louise Lefèvre' }, first)
  people.add({ email: 'mail@other.example', name: 'Louise Example' }, first)
  people.add({ email: 'louise@example.org', name: 'Nobody' }, first)
  people.endReading()
  expect(await find('louise example.org')).toEqual(['ll1974@example.org'])
  expect(await find('louise example')).toEqual(['mail@other.example', 'll1974@example.org'])
  expect(await find('1974 lefevre')).toEqual(['ll1974@example.org'])
  expect(await find('lefevre @example')).toEqual(['ll1974@example.org'])
  expect(await find('louise other.org')).toEqual([])
  // A typed address is not a name.
  expect(await find('louise@example.org')).toEqual([])
})

test('of many who are found by name and address together, those who begin with the words are kept', async () => {
  const people = new NamedPeople()
  const find = finder(people)
  for (let at = 0; at < 5000; at++) {
    people.add({ email: `p${at}@x${at % 1000 === 1 ? '.' : ''}shop.example`, name: `Mylou ${at}` }, first)
  }
  people.add({ email: 'last@shop.example', name: 'Lou' }, first)
  people.endReading()
  const begins = await find('my shop')
  expect(begins).toEqual([1, 1001, 2001, 3001].map((at) => `p${at}@x.shop.example`))
  expect((await find('lou shop'))[0]).toBe('last@shop.example')
})
