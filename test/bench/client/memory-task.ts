// Saves one export in a separate process and sends its peak memory in bytes to the parent: `memory-task.ts URL PATH`.
import { peakMemory } from '../support/peak-memory.ts'
import { openBenchClient } from './open-client.ts'

const [url = '', path = ''] = process.argv.slice(2)
const client = openBenchClient(url, 1)
await (await client.exports.all('csv', {})).save(path)
await client.close()
process.send?.(peakMemory())
process.disconnect()
