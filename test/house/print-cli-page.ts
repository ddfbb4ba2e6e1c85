// Run by `npm run fix`: writes the page about the command line.
import { writeFileSync } from 'node:fs'
import { cliPage, cliPagePath } from './cli-page.ts'

writeFileSync(cliPagePath, await cliPage())
