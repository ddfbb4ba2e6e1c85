// Saves one export in a process of its own and tells its greatest memory: `memory-task.ts URL PATH`.
import { openBenchClient } from './open-client.ts'

const [url = '', path = ''] = process.argv.slice(2)
const client = openBenchClient(url, 1)
let greatest = 0
// Sampled: the system's own maximum begins with what the process had that started this one.
const sampling = setInterval(() => (greatest = Math.max(greatest, process.memoryUsage.rss())), 2)
await (await client.exports.all('csv', {})).save(path)
clearInterval(sampling)
await client.close()
process.send?.(greatest)
process.disconnect()
