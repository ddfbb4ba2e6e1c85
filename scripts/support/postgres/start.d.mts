export type PostgresServer = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly data: string
  readonly pid: number
  stop(): Promise<void>
  kill(): Promise<void>
  restart(): Promise<Pick<PostgresServer, 'pid' | 'stop' | 'kill' | 'restart'>>
}

export type PostgresOptions = {
  bin?: string
  settings?: Record<string, string>
  files?: Record<string, string>
}

export function postgresFolders(): string[]
export function whyNoPostgres(): string | null
export function startPostgres(options?: PostgresOptions): Promise<PostgresServer>
