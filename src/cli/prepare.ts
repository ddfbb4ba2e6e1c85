import { enableCompileCache } from 'node:module'
import { tolerateClosedOutput } from './framework/closed-output.ts'

// New files are readable only by this user, even in a folder that others may read.
process.umask(0o077)
// Caching compiled code halves the time of every start but the first. Modules loaded earlier would not be cached.
enableCompileCache()
tolerateClosedOutput()
