// Run by `npm run fix`: writes the table of the search language into its page.
import { writeFileSync } from 'node:fs'
import { readSearchPage, searchPagePath, withLanguageTable } from './search-page.ts'

writeFileSync(searchPagePath, withLanguageTable(readSearchPage()))
