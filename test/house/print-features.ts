// `npm run fix` runs this: writes the table of features into README.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { featureTable, readFeatures, readReadme, withFeatureTable } from './features.ts'
import { repository } from './source-tree.ts'

writeFileSync(join(repository, 'README.md'), withFeatureTable(readReadme(), featureTable(readFeatures())))
