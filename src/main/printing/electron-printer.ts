import { BrowserWindow } from 'electron'
import type { Printer } from '#core/base/ports.ts'
import { AppError } from '#shared/contract/base/error.ts'

/** The longest URL that Chromium loads. */
const longestAddress = 2_000_000

/** Prints in an invisible window without scripts. The guard for all pages refuses the document’s requests. */
export function electronPrinter(): Printer {
  return {
    async print(html, signal) {
      const address = `data:text/html;charset=utf-8;base64,${Buffer.from(html).toString('base64')}`
      if (address.length > longestAddress) {
        throw new AppError('too-large', 'The report is too large for a PDF. Choose HTML, or a shorter period.')
      }
      const window = new BrowserWindow({
        show: false,
        webPreferences: {
          sandbox: true,
          contextIsolation: true,
          nodeIntegration: false,
          javascript: false,
          webSecurity: true,
          webviewTag: false,
          devTools: false,
        },
      })
      const close = (): void => {
        if (!window.isDestroyed()) window.destroy()
      }
      signal.addEventListener('abort', close, { once: true })
      try {
        signal.throwIfAborted()
        await window.loadURL(address)
        // Tagged, so that screen readers find the page’s headings and tables in the PDF.
        const options = { printBackground: true, preferCSSPageSize: true, generateTaggedPDF: true }
        return await window.webContents.printToPDF(options)
      } catch (error) {
        signal.throwIfAborted()
        const sentence = 'The PDF could not be created. Choose HTML, and print the report from your browser.'
        throw new AppError('print-failed', sentence, { details: { reason: String(error) }, cause: error })
      } finally {
        signal.removeEventListener('abort', close)
        close()
      }
    },
  }
}
