import { onTestFinished } from 'vitest'
import { startReceiver } from './receiver.ts'

/** A receiver that is closed when the test ends. */
export async function startTestReceiver() {
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  return receiver
}
