import { enableCompileCache } from 'node:module'
import { tolerateClosedOutput } from './framework/closed-output.ts'

// Files are for this user alone, even in a folder that others may read.
process.umask(0o077)
// Before anything else is loaded: this halves the time to ready from the second start on.
enableCompileCache()
tolerateClosedOutput()
