import type { Driver } from './drivers/driver.ts'

/** Imports a file into the archive, with a report about the lines that could not be read. */
export function importExamples(ofAccount: (driver: Driver) => Promise<{ accountId: string }>) {
  return {
    'imports.inspect': {
      input: async (driver: Driver) => ({ ...(await ofAccount(driver)), token: 'none' }),
      mayRefuse: ['file-gone'],
    },
    'imports.start': {
      input: async (driver: Driver) => ({ ...(await ofAccount(driver)), token: 'none' }),
      mayRefuse: ['file-gone'],
    },
    'imports.status': { input: ofAccount },
    'imports.report': {
      input: async (driver: Driver) => ({ ...(await ofAccount(driver)), jobId: 'no-such-job' }),
      mayRefuse: ['not-found'],
    },
    'imports.saveReport': {
      input: async (driver: Driver) => ({ ...(await ofAccount(driver)), jobId: 'no-such-job' }),
      mayRefuse: ['not-found'],
    },
  }
}
