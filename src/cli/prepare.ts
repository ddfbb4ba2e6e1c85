import { enableCompileCache } from 'node:module'

// Files are for this user alone, even in a folder that others may read.
process.umask(0o077)
// Before anything else is loaded: this halves the time to ready from the second start on.
enableCompileCache()

// A closed terminal or pipe is no reason to stop: the output is only lost.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
