import { onTestFinished } from 'vitest'
import { startReceiver } from './receiver.ts'

/** A receiver that ends with the test. */
export async function startTestReceiver() {
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  return receiver
}
