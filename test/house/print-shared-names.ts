// Run by `npm run fix`: removes names from test/house/shared-names.txt that no longer have two meanings. It never
// adds any.
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
