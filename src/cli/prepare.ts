import { enableCompileCache } from 'node:module'
import { tolerateClosedOutput } from './framework/closed-output.ts'

// Files are for this user alone, even in a folder that others may read.
process.umask(0o077)
// Caching compiled code halves the start time from the second start on. Modules loaded earlier would not be cached.
enableCompileCache()
tolerateClosedOutput()
