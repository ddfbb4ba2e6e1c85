// `npm run fix` runs this: a door that has become narrower may not become wider again. A wider one is written by hand, with a reason.
import { writeFileSync } from 'node:fs'
import { doorSizesPath, narrowestSizes, readDoors, readDoorSizes } from './doors.ts'

writeFileSync(doorSizesPath, `${JSON.stringify(narrowestSizes(readDoorSizes(), readDoors()), null, 2)}\n`)
