import { enableCompileCache } from 'node:module'
import { tolerateClosedOutput } from './framework/closed-output.ts'

// Files are for this user alone, even in a folder that others may read.
process.umask(0o077)
// Runs before anything else is loaded: this halves the time until the program is ready, from the second start on.
enableCompileCache()
tolerateClosedOutput()
