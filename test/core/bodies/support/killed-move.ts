import { DatabaseSync, StatementSync } from 'node:sqlite'
import { bodiesWriterMethods } from '#core/bodies/store/methods.ts'
import { Steps, type KillPoint } from '#test/core/support/steps.ts'

export type KilledMove = { readonly folder: string; readonly point: KillPoint }

/** Moves the copies that earlier versions kept, until it is killed. Its argument is JSON. */
const { folder, point } = JSON.parse(process.argv[2]!) as KilledMove
const steps = new Steps(point)

/** Every start or end of a transaction is a step, and so is every deletion. */
function watchDatabases(): void {
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) {
    if (/^(?:BEGIN|COMMIT)/.test(sql)) steps.take(sql)
    exec.call(this, sql)
  }
  const { run } = StatementSync.prototype
  const watched = function (this: StatementSync, ...values: unknown[]): unknown {
    if (this.sourceSQL.startsWith('DELETE')) steps.take(this.sourceSQL)
    return Reflect.apply(run, this, values)
  }
  StatementSync.prototype.run = watched as typeof run
}

const writer = bodiesWriterMethods(folder)
watchDatabases()
while (!writer.moveEarlier());
writer.close()
steps.end()
