/** Preloaded before the code of a utility process: Electron gives it a port to its parent instead of Node’s channel. */
import { EventEmitter } from 'node:events'
import type { ParentPort } from 'electron'

class ParentPortStandIn extends EventEmitter implements Pick<ParentPort, 'postMessage'> {
  postMessage(message: unknown): void {
    process.send?.(message)
  }
}

const parentPort = new ParentPortStandIn()
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }))
// Chromium’s helper processes end with their parent.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
Object.defineProperty(process, 'parentPort', { value: parentPort })
