// Run by `npm run fix`: records a door that has become smaller, so that it cannot grow again. A larger size has to be
// written by hand, with a reason.
import { writeFileSync } from 'node:fs'
import { doorSizesPath, narrowestSizes, readDoors, readDoorSizes } from './doors.ts'

writeFileSync(doorSizesPath, `${JSON.stringify(narrowestSizes(readDoorSizes(), readDoors()), null, 2)}\n`)
