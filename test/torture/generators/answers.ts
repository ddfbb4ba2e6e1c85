const mega = 1024 * 1024
const fill = (pump: string, bytes: number) => pump.repeat(Math.ceil(bytes / pump.length))
const record = '"id":"1","email":"a@b.cc","createdDate":1700000000'
const fields = (count: number) => Array.from({ length: count }, (_, at) => `,"k${at}":${at}`).join('')

/** Bodies that a service could return with status 200, by name. Every call gets the same one. */
export const answers: Readonly<Record<string, () => string>> = {
  nothing: () => '',
  'an empty object': () => '{}',
  'a list of nothing and nothing': () => '[,]',
  'a record of 8,000 unknown fields': () => `[{${record}${fields(8000)}}]`,
  'a record of 100,000 unknown fields': () => `[{${record}${fields(100_000)}}]`,
  'an object of 100,000 fields': () => `{"total":1${fields(100_000)}}`,
  'a list of 100,000 empty objects': () => `[${fill('{},', 0.3 * mega)}{}]`,
  'a million numbers': () => `[${fill('1,', 2 * mega)}1]`,
  'lists nested a million deep': () => fill('[', mega),
  'lists nested 5,000 deep, closed': () => '['.repeat(5000) + ']'.repeat(5000),
  'objects nested 5,000 deep': () => '{"a":'.repeat(5000) + '1' + '}'.repeat(5000),
  'records that break off': () => `[${fill('{"id":[1,', mega)}`,
  'a text of 4 MB': () => JSON.stringify([{ id: fill('a', 4 * mega) }]),
  'a sentence of 4 MB': () => JSON.stringify({ error: fill('"key":"', 4 * mega) }),
  'dates of blanks': () => `[{"id":"1","email":"a@b.cc","createdDate":"2024-01-01T00:00:00${fill(' ', 100_000)}x"}]`,
  'subjects of marks': () => `[{${record},"subject":"${fill('\u0301\u0327', 200_000)}"}]`,
  'blanks alone': () => fill(' ', 4 * mega),
  'a page of html': () => `<html>${fill('<', mega)}`,
  'a prototype': () => `[{${record},"__proto__":{"id":"2"},"constructor":{"name":1},"meta":{"__proto__":"a"}}]`,
}
