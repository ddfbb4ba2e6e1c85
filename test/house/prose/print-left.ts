// Run by `npm run fix`: removes sentences from test/house/prose/left.txt that are no longer poor. It never adds any.
import { readFileSync, writeFileSync } from 'node:fs'
import { leftPath, parseLeft, poorIn, printLeft, stillPoor } from './left.ts'
import { readSentences } from './read-sentences.ts'

writeFileSync(leftPath, printLeft(stillPoor(poorIn(readSentences()), parseLeft(readFileSync(leftPath, 'utf8')))))
