import type { Group } from '../cage/case.ts'
import { texts } from '../generators/texts.ts'
import { textReaders } from '../text-readers.ts'

/** Every function that reads foreign text, with every text that is meant to be slow to read. */
export const group: Group = {
  name: 'texts',
  limits: { cpuSeconds: 10, isFresh: false },
  isTerse: true,
  cases: () =>
    Object.keys(textReaders).flatMap((reader) =>
      Object.keys(texts).map((text) => ({ name: `${reader}: ${text}`, task: 'text', input: { reader, text } })),
    ),
}
