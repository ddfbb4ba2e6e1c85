import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { commentsOf } from './prose/comments.ts'
import { draw } from './prose/draw.ts'
import { leftPath, newPoor, parseLeft, poorIn, printLeft, stillPoor } from './prose/left.ts'
import { patternsIn } from './prose/patterns.ts'
import { readSentences } from './prose/read-sentences.ts'
import { textsOf } from './prose/texts.ts'

/** Comments and texts that an outside reader found unidiomatic. */
const sample = [
  'Its first messages have left, so its time cannot be changed any more.',
  'What has left cannot be taken back. Nothing more is sent: 3 won’t get it.',
  'You cancelled it. What had left by then was sent.',
  'Resume sends what has certainly not left, and nothing twice.',
  'Nobody of these got the message.',
  'Look for results',
  'What the account speaks could not be remembered.',
  'Without 3 rows that the archive lost meanwhile.',
  'The search has other messages than when you selected these rows, so they may not be the same any more.',
  'What was new for Shop is kept and has no file yet. Export it to there again.',
  'Files that were not added as wished',
  'There are no holes',
  'F4 leads to the next hole',
  'The archive has no message of the last 30 days that it sent.',
  'It goes from Mailroom’s own process straight to where keys are kept.',
  'Mailroom asks nobody else for it.',
  'The service makes the name from it that programs send with.',
  'Remove a word from the search, or search for less.',
  'Of the others, see the outbox.',
  'Only whole days with a first one can be counted here, so these are the last 30 days.',
  'As the service has it. Mailroom changes no user.',
  'How the service wants to be asked, where there are several ways.',
  'The API key is as it was sent.',
  'Each event of a message is a call of its own.',
  'It came whole, and it is something else.',
  'The own key with a filter that lets none of the known addresses in.',
  'On Sundays it is tomorrow.',
  'A dot, which a line of no length with round ends draws.',
  'Choose first how far back to read.',
  'Leave empty for as fast as the service answers.',
]

const sentences = readSentences()

describe('Comments and texts', () => {
  test('that an outside reader found poor are recognized, five in six', () => {
    const missed = sample.filter((text) => patternsIn(text).length === 0)
    expect(missed.length / sample.length).toBeLessThan(1 / 6)
  })

  test('are as a native speaker would write them, but for a list that only shrinks (npm run fix shortens it)', () => {
    const found = poorIn(sentences)
    const list = readFileSync(leftPath, 'utf8')
    expect(newPoor(found, parseLeft(list))).toEqual([])
    expect(printLeft(stillPoor(found, parseLeft(list)))).toBe(list)
  })

  test('have typographic apostrophes where users read them', () => {
    const straight = sentences.filter(({ kind, text }) => kind === 'text' && /\p{L}'(?:t|s|re|ll|ve|d)\b/u.test(text))
    expect(straight.map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual([])
  })

  test('are read from any source file, joined where they span lines', () => {
    const code = ['/** One', ' * two. */', 'const a = 1 // three', '// four', '// five', "const b = 'http://six'"].join(
      '\n',
    )
    expect(commentsOf(code)).toEqual([
      { line: 1, text: 'One two.' },
      { line: 3, text: 'three' },
      { line: 4, text: 'four five' },
    ])
    expect(textsOf('a.ts', 'const a = `Read ${count} rows.`\nconst key = "aKey"')).toEqual([
      { line: 1, text: 'Read … rows.' },
    ])
    const component =
      '<script lang="ts">\n  const a = "Save it"\n</script>\n<Button label="Add key">Go to {name}</Button>'
    expect(textsOf('a.svelte', component)).toEqual([
      { line: 2, text: 'Save it' },
      { line: 4, text: 'Add key' },
      { line: 4, text: 'Go to …' },
    ])
  })

  test('are drawn once each, and the same ones for a seed', () => {
    const drawn = draw(sentences, 80, 7)
    expect(new Set(drawn).size).toBe(80)
    expect(draw(sentences, 80, 7)).toEqual(drawn)
    expect(draw(sentences, 80, 8)).not.toEqual(drawn)
    expect(draw([1, 2], 80, 7).toSorted()).toEqual([1, 2])
  })
})
