import type { TextQuery } from '#shared/domain/query/ast.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { isAddress } from '#shared/domain/messages/matches.ts'
import { searchedWords, type SearchedWord } from '#shared/domain/query/spellings.ts'
import { isPaired, longestWhole, valueLists, wordLists, type List, type WordList } from '../../engine/index/terms.ts'
import { sql } from '../connection/sql.ts'
import { isStorable } from '../connection/storable.ts'
import { lexeme } from '../record/lexemes.ts'
import { anyOf, bothOf, condition, decided, doubtful, term, type Bound, type Bounds } from './bound.ts'

const allLists = Object.values(wordLists)

/**
 * Distinguishes matches that are decided by terms from matches that need the record, just as the file engine’s
 * `textRows` does.
 */
export function textBounds(query: TextQuery): Bounds {
  const wanted = fold(query.text)
  if (query.mode === 'part') return decided(partBound(query, wanted))
  const whole = wholeBounds(query, wanted)
  if (whole) return whole
  const words = searchedWords(query.text)
  if (query.mode === 'whole' && words.length === 0) return doubtful('all')
  if (words.length === 0) return decided('none')
  return query.field === 'meta' ? metaBounds(query, words) : wordBounds(query, words)
}

function partBound({ field }: TextQuery, wanted: string): Bound {
  if (!isStorable(wanted)) return 'none'
  const pattern = `%${escaped(wanted)}%`
  // Senders and addresses are stored once each, so searching them is faster than searching messages.
  return field === 'from'
    ? condition(sql`sender IN (SELECT name FROM value WHERE kind = 3 AND folded LIKE ${pattern}::text)`)
    : condition(sql`recipient IN (SELECT recipient FROM address WHERE recipient LIKE ${pattern}::text)`)
}

/** Bounds for a complete value or address, or the beginning of an address. Null for other queries. */
function wholeBounds({ field, key, text, mode }: TextQuery, wanted: string): Bounds | null {
  const isWholeAddress = isAddress(text) && (field === 'to' || field === 'from')
  if (mode === 'prefix') {
    if (!isWholeAddress) return null
    if (field === 'from') return decided(term(lexeme(valueLists.fromWhole, wanted), true))
    return decided(
      isStorable(wanted) ? condition(sql`recipient LIKE ${`${escaped(wanted)}%`}::text COLLATE "C"`) : 'none',
    )
  }
  if (mode === 'words' && !isWholeAddress) return null
  switch (field) {
    case 'to':
      return decided(isStorable(wanted) ? condition(sql`recipient = ${wanted}::text`) : 'none')
    case 'from':
      return decided(term(lexeme(valueLists.fromWhole, wanted)))
    case 'tag':
      return decided(term(lexeme(valueLists.tagWhole, wanted)))
    case 'meta': {
      const value = `${fold(key ?? '')}=${wanted}`
      const bound = term(lexeme(valueLists.metaWhole, value.slice(0, longestWhole).toWellFormed()))
      return value.length < longestWhole ? decided(bound) : doubtful(bound)
    }
    default:
      return null
  }
}

/** Escapes text for a LIKE pattern. */
function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

function metaBounds(query: TextQuery, words: readonly SearchedWord[]): Bounds {
  const key = fold(query.key ?? '')
  const maybe = bothOf(
    words.map(({ word, same, possible }, at) => {
      const grows = query.mode === 'prefix' && at === words.length - 1
      const spellings = [word, ...same, ...possible]
      return anyOf(
        [valueLists.metaWord, valueLists.metaWhole].flatMap((list) =>
          spellings.map((spelling) => term(lexeme(list, `${key}=${spelling}`), grows)),
        ),
      )
    }),
  )
  // The records decide for phrases, in which the order of words matters, and for keys that may be longer than an
  // indexed value.
  const [first] = words
  const isDecided = words.length === 1 && query.mode !== 'whole' && first!.possible.length === 0
  return isDecided && key.length + first!.spelled.length < longestWhole - 1 ? decided(maybe) : doubtful(maybe)
}

function wordBounds(query: TextQuery, words: readonly SearchedWord[]): Bounds {
  const lists = query.field === null || query.field === 'meta' ? allLists : [wordLists[query.field]]
  if (words.length === 1 && query.mode !== 'whole') {
    const { word, same, possible } = words[0]!
    const inAny = (spellings: readonly string[]): Bound =>
      anyOf(lists.map((list) => spelledIn(list, spellings, query.mode === 'prefix')))
    const sure = inAny([word, ...same])
    return possible.length === 0 ? decided(sure) : { sure, maybe: inAny([word, ...same, ...possible]) }
  }
  const found = lists.map((list): Bounds => {
    const all = bothOf(
      words.map(({ word, same, possible }, at) => {
        return spelledIn(list, [word, ...same, ...possible], query.mode === 'prefix' && at === words.length - 1)
      }),
    )
    return list === wordLists.subject ? subjectBounds(query, words, all) : doubtful(all)
  })
  return { sure: anyOf(found.map(({ sure }) => sure)), maybe: anyOf(found.map(({ maybe }) => maybe)) }
}

function spelledIn(list: WordList, spellings: readonly string[], grows: boolean): Bound {
  return anyOf(spellings.map((spelling) => term(lexeme(list as List, spelling), grows)))
}

/** Pairs of words decide most phrases in subjects. */
function subjectBounds(query: TextQuery, words: readonly SearchedWord[], all: Bound): Bounds {
  const isSpelledOneWay = words.every(({ same, possible }) => same.length + possible.length === 0)
  if (!isSpelledOneWay) return doubtful(all)
  const pairs: Bound[] = []
  const last = query.mode === 'prefix' ? words.length - 1 : words.length
  for (let at = 1; at < last; at++) {
    const [first, second] = [words[at - 1]!.word, words[at]!.word]
    if (isPaired(first, second)) pairs.push(term(pairLexeme(first, second)))
  }
  const maybe = bothOf([all, ...pairs])
  const [first, second] = [words[0]!.word, words[1]?.word ?? '']
  if (words.length !== 2 || query.mode === 'whole' || !isPaired(first, second)) return doubtful(maybe)
  if (query.mode === 'words') return decided(maybe)
  return { sure: bothOf([all, term(pairLexeme(first, second), true)]), maybe }
}

function pairLexeme(first: string, second: string): string {
  return lexeme(valueLists.subjectPair, `${first} ${second}`)
}
