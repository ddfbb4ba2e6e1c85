// `npm run fix` runs this: takes names off test/house/shared-names.txt that no longer stand for two things. It adds none.
import { writeFileSync } from 'node:fs'
import {
  nameListPath,
  parseNameList,
  printNameList,
  readNameList,
  readSharedNames,
  stillShared,
} from './shared-names.ts'

writeFileSync(nameListPath, printNameList(stillShared(readSharedNames(), parseNameList(readNameList()))))
