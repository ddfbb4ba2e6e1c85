// `npm run fix` runs this: a door that has become narrower may not become wider again. A wider one is written by hand, with a reason.
import { writeFileSync } from 'node:fs'
import { doorSizesPath, readDoors, readDoorSizes } from './doors.ts'

const before = readDoorSizes()
const sizes = readDoors().map(({ feature, names }) => [feature, Math.min(before[feature] ?? 0, names.length)] as const)
writeFileSync(doorSizesPath, `${JSON.stringify(Object.fromEntries(sizes), null, 2)}\n`)
