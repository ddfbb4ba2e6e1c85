// Run by `npm run fix`: writes the table of features into docs/architecture.md.
import { writeFileSync } from 'node:fs'
import { featurePagePath, featureTable, readFeaturePage, readFeatures, withFeatureTable } from './features.ts'

writeFileSync(featurePagePath, withFeatureTable(readFeaturePage(), featureTable(readFeatures())))
