import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import type { KeychainState } from '#shared/contract/keychain.ts'
import type { FoundArchive } from '#shared/contract/team.ts'
import type { Host } from '../../lib/host/host.ts'

const fields = ['host', 'port', 'database', 'schema', 'user', 'password', 'authority'] as const
type Field = (typeof fields)[number]
type Keep = 'keychain' | 'this-run'

/** The field to mark for errors that name no field themselves. */
const fieldOfCode: Readonly<Record<string, Field>> = {
  'archive-no-database': 'database',
  'no-team-archive': 'schema',
  'archive-of-another-account': 'schema',
}

/** The server of a team archive while it is being entered. Nothing is saved until the account joins it. */
export class TeamForm {
  host = $state('')
  port = $state<number | undefined>(5432)
  database = $state('')
  schema = $state('mailroom')
  user = $state('')
  password = $state('')
  authority = $state('')
  errors = $state<Partial<Record<Field, string>>>({})
  busy = $state<'testing' | 'joining' | null>(null)
  found = $state.raw<FoundArchive | null>(null)
  failure = $state.raw<AppError | null>(null)
  keychain = $state.raw<{ state: KeychainState; sentence: string } | null>(null)
  /**
   * The number of messages in the file on this computer; null if they have not been counted yet, or if the account does
   * not use a file.
   */
  localMessages = $state<number | null>(null)
  /** Whether those messages are moved to the team archive first, if it is empty. */
  moves = $state(true)
  #chosenKeep = $state<Keep | null>(null)
  readonly #host: Host
  readonly #accountId: string
  /** Whether the account already uses a server, whose password is stored. */
  readonly hasPassword: boolean

  constructor(host: Host, { id, teamServer, lastTeamServer }: Account) {
    this.#host = host
    this.#accountId = id
    this.hasPassword = teamServer !== null
    const offered = teamServer ?? lastTeamServer
    if (offered === null) return
    this.host = offered.host
    this.port = offered.port
    this.database = offered.database
    this.schema = offered.schema
    this.user = offered.user
    this.authority = offered.authority ?? ''
  }

  get keep(): Keep {
    const isAvailable = !this.keychain || this.keychain.state === 'available'
    return this.#chosenKeep ?? (isAvailable ? 'keychain' : 'this-run')
  }

  set keep(keep: Keep) {
    this.#chosenKeep = keep
  }

  async readKeychain(): Promise<void> {
    this.keychain = await this.#host.invoke('keychain.state')
  }

  /** Counts the messages of an account that still uses a file. */
  async countLocal(): Promise<void> {
    if (this.hasPassword) return
    this.localMessages = (await this.#host.invoke('archive.info', { accountId: this.#accountId })).messages
  }

  /**
   * Whether messages from this computer can be moved to the archive, because it is empty and this user may write to it.
   */
  get offersMove(): boolean {
    return this.found?.belongs === 'new' && this.found.role !== 'reader' && (this.localMessages ?? 0) > 0
  }

  /** Whether an earlier move that stopped halfway can be continued. */
  get canContinue(): boolean {
    return this.failure?.code === 'archive-unfinished' && (this.localMessages ?? 0) > 0
  }

  /** Clears the result of a test, which applies only to the fields that were tested. */
  changed(): void {
    this.found = null
    this.failure = null
  }

  test(): Promise<boolean> {
    return this.#work('testing', async (input) => {
      this.found = await this.#host.invoke('team.test', input)
    })
  }

  join(): Promise<boolean> {
    return this.#work('joining', async (input) => {
      await this.#host.invoke('team.join', { ...input, keep: this.keep })
      // The page may stay open for days and no longer needs the password.
      this.password = ''
    })
  }

  /** Returns the job id; null if the move did not start. */
  async move(): Promise<string | null> {
    let jobId: string | null = null
    await this.#work('joining', async (input) => {
      jobId = (await this.#host.invoke('team.move', { ...input, keep: this.keep })).jobId
      this.password = ''
    })
    return jobId
  }

  async #work(kind: 'testing' | 'joining', work: (input: ReturnType<TeamForm['input']>) => Promise<void>) {
    this.found = null
    this.failure = null
    this.errors = this.#missing()
    if (Object.keys(this.errors).length > 0) return false
    this.busy = kind
    try {
      await work(this.input())
      return true
    } catch (thrown) {
      this.#show(AppError.from(thrown))
      return false
    } finally {
      this.busy = null
    }
  }

  input() {
    const server: TeamServer = {
      host: this.host.trim(),
      port: this.port ?? 5432,
      database: this.database.trim(),
      schema: this.schema.trim(),
      user: this.user.trim(),
      authority: this.authority.trim() || null,
    }
    return { accountId: this.#accountId, server, ...(this.password && { password: this.password }) }
  }

  #missing(): Partial<Record<Field, string>> {
    return {
      ...(!this.host.trim() && { host: 'Enter the server’s name, such as db.example.org.' }),
      ...(!this.database.trim() && { database: 'Enter the name of the database.' }),
      ...(!this.schema.trim() && { schema: 'Enter the schema, usually mailroom.' }),
      ...(!this.user.trim() && { user: 'Enter your user on the server.' }),
      ...(this.port === undefined && { port: 'Enter a port from 1 to 65535, usually 5432.' }),
    }
  }

  /** Shows an error next to the field it names, so that the user doesn’t have to look for it. */
  #show(error: AppError): void {
    const issues = error.details['issues'] as { field: string; problem: string }[] | undefined
    const named = String(error.details['field'] ?? issues?.[0]?.field ?? '').replace(/^server\./, '')
    const field = fields.find((each) => each === (fieldOfCode[error.code] ?? named))
    if (field) this.errors = { [field]: issues?.[0]?.problem ?? error.message }
    else this.failure = error
  }
}
