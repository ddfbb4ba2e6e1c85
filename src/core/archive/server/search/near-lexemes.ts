import type { NearestRequest } from '#shared/domain/messages/search.ts'
import { NearWords } from '../../common/near-words.ts'
import { eachTerm, isWordList, wordLists, type List } from '../../engine/index/terms.ts'
import type { RunSql } from '../connection/server-database.ts'
import { sql } from '../connection/sql.ts'
import { isStorable } from '../connection/storable.ts'
import { messageOfRow, recordColumns } from '../record/columns.ts'
import { lexeme } from '../record/lexemes.ts'

const newestMessages = 5000

/** Likely corrections of a misspelled word, nearest first, taken from the newest messages. */
export async function nearLexemes({ word, field }: NearestRequest, run: RunSql): Promise<string[]> {
  const lists: readonly List[] = field === null ? Object.values(wordLists) : [wordLists[field]]
  const words = new NearWords(word)
  const { firstLetter } = words
  if (!isStorable(firstLetter)) return []
  const beginnings = lists.map((list) => lexeme(list, firstLetter))
  const rows = await run(sql`
    SELECT substr(lexeme, 2) COLLATE "C" AS word, count(*) AS messages
    FROM (SELECT terms FROM message ORDER BY row DESC LIMIT ${newestMessages}) AS near, unnest(terms)
    WHERE lexeme ^@ ANY(${beginnings}::text[]) GROUP BY left(lexeme, 1), 1 ORDER BY 1, left(lexeme, 1) COLLATE "C"`)
  for (const { word: found, messages } of rows) words.add(String(found), () => Number(messages))
  const odd = await run(sql`
    SELECT ${recordColumns} FROM (SELECT * FROM message ORDER BY row DESC LIMIT ${newestMessages}) AS near
    WHERE exact IS NOT NULL`)
  for (const record of odd.map(messageOfRow)) {
    const found = new Set<string>()
    eachTerm(record, (list, value) => {
      if (isWordList(list) && lists.includes(list) && value.startsWith(firstLetter)) found.add(`${list}${value}`)
    })
    for (const each of found) words.add(each.slice(1), () => 1)
  }
  return words.nearest()
}
