import { writeFile } from 'node:fs/promises'
import { files } from './files.ts'

/** `make-file.ts KIND NAME PATH` */
const [kind = '', name = '', path = ''] = process.argv.slice(2)
await writeFile(path, await files[kind]![name]!())
