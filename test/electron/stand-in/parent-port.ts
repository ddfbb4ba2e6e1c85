/** Loaded before the code of a utility process: Electron gives it a port to its parent in place of Node's channel. */
import { EventEmitter } from 'node:events'
import type { ParentPort } from 'electron'

class ParentPortStandIn extends EventEmitter implements Pick<ParentPort, 'postMessage'> {
  postMessage(message: unknown): void {
    process.send?.(message)
  }
}

const parentPort = new ParentPortStandIn()
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }))
// Chromium ends its helpers with itself.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
Object.defineProperty(process, 'parentPort', { value: parentPort })
