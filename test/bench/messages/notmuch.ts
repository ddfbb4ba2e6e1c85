import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Message } from '#shared/domain/messages/record.ts'

/** Equivalent queries; notmuch does not index states, sizes or counters. */
export const notmuchQueries: readonly { ours: string; theirs: string }[] = [
  { ours: 'invoice', theirs: 'invoice' },
  { ours: 'inv*', theirs: 'inv*' },
  { ours: 'subject:"your invoice"', theirs: 'subject:"your invoice"' },
  { ours: 'to:anna', theirs: 'to:anna' },
  { ours: 'jane', theirs: 'jane' },
  { ours: 'from:billing', theirs: 'from:billing' },
  { ours: 'before:2025-03', theirs: 'date:..2025-02-28' },
  { ours: 'invoice to:anna', theirs: 'invoice and to:anna' },
  { ours: 'inv* to:anna', theirs: 'inv* and to:anna' },
  { ours: 'invoice before:2025-03', theirs: 'invoice and date:..2025-02-28' },
  { ours: 'jane from:billing', theirs: 'jane and from:billing' },
  { ours: 'subject:"your invoice" to:anna', theirs: 'subject:"your invoice" and to:anna' },
]

/** notmuch, the mail indexer in Debian, used through its command as usual. */
export class Notmuch {
  readonly #env: NodeJS.ProcessEnv

  private constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  static isInstalled(): boolean {
    return spawnSync('notmuch', ['--version']).status === 0
  }

  static index(folder: string, messages: Iterable<Message>): Notmuch {
    const mail = join(folder, 'mail')
    let count = 0
    for (const { id, email, from, subject, createdDate } of messages) {
      const box = join(mail, String(Math.floor(count / 1000)), 'cur')
      if (count % 1000 === 0) mkdirSync(box, { recursive: true })
      const head = `Message-ID: <${id}@example.org>\nDate: ${new Date(createdDate).toUTCString()}\nFrom: ${from}\nTo: ${email}\n`
      writeFileSync(
        join(box, String(count++)),
        `${head}Subject: ${subject}\nContent-Type: text/plain; charset=utf-8\n\n`,
      )
    }
    const config = join(folder, 'notmuch-config')
    writeFileSync(
      config,
      `[database]\npath=${mail}\n[user]\nname=Bench\nprimary_email=bench@example.org\n[new]\ntags=inbox\n`,
    )
    const env = { ...process.env, NOTMUCH_CONFIG: config }
    execFileSync('notmuch', ['new', '--quiet'], { env, stdio: 'ignore' })
    return new Notmuch(env)
  }

  search(query: string): void {
    execFileSync('notmuch', ['search', '--limit=50', query], { env: this.#env, stdio: ['ignore', 'pipe', 'inherit'] })
  }
}
