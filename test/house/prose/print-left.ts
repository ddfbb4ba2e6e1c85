// `npm run fix` runs this: takes sentences off test/house/prose/left.txt that are no longer poor. It adds none.
import { readFileSync, writeFileSync } from 'node:fs'
import { leftPath, parseLeft, poorIn, printLeft, stillPoor } from './left.ts'
import { readSentences } from './read-sentences.ts'

writeFileSync(leftPath, printLeft(stillPoor(poorIn(readSentences()), parseLeft(readFileSync(leftPath, 'utf8')))))
