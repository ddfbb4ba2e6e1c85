import type { Locator } from '@playwright/test'

/** Drops a file as a file manager would. */
export async function dropFile(target: Locator, name: string, content: string | Buffer): Promise<void> {
  const base64 = Buffer.from(content).toString('base64')
  const dataTransfer = await target.page().evaluateHandle(
    ({ fileName, bytes }) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], fileName))
      return transfer
    },
    { fileName: name, bytes: base64 },
  )
  for (const event of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(event, { dataTransfer })
}
