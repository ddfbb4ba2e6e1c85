import type { HandlersOf } from '../base/handlers.ts'
import type { FileImports } from './file-imports.ts'

export function importsHandlers(imports: FileImports): HandlersOf<'imports'> {
  return {
    'imports.inspect': ({ accountId, token }, { signal }) => imports.inspect(accountId, token, signal),
    'imports.start': ({ accountId, token }) => ({ jobId: imports.start(accountId, token) }),
    'imports.status': ({ accountId }) => imports.status(accountId),
    'imports.report': ({ accountId, jobId }) => imports.report(accountId, jobId),
    'imports.saveReport': ({ accountId, jobId }) => imports.saveReport(accountId, jobId),
  }
}
