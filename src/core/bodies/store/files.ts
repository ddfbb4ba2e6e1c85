import { databaseFiles } from '../../base/database-files.ts'

export const bodiesFiles = databaseFiles('bodies.sqlite')

/** Where earlier versions kept the copies. */
export const archivePath = databaseFiles('archive.sqlite').pathIn
