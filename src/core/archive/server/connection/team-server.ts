/** Where a team’s archive is. The password is not part of it: it is in the keychain. */
export type TeamServer = {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly schema: string
  readonly user: string
  /** The certificate authority as text; null for those that this computer trusts. */
  readonly authority: string | null
}
