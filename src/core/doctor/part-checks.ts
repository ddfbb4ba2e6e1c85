import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import { isKeychainMissing } from '#shared/domain/keychain/missing-keychain.ts'
import { SqliteFile } from '../base/sqlite-file.ts'
import { KeychainProcess, type StartKeychain } from '../keychain/index.ts'
import { mendProgram, well, wrong, type Check } from './check.ts'

export type Parts = {
  /** The built page’s folder. */
  readonly page: string
  /** Creates the text of an HTML-only message, as the sandbox does. */
  readonly textVersion: (html: string) => Iterable<string>
  /** Null if keys are kept in memory for this run. */
  readonly startKeychain: StartKeychain | null
  /** Whether the environment provides an account’s key, as on a server, in which case no keychain is needed. */
  readonly isKeyGiven: boolean
}

type Needs = Parts & { readonly temporary: () => Promise<string>; readonly milliseconds: number }

const style = '<style>p { color: red }</style><p>Hello</p>'

/** Checks for the program’s parts other than its threads. */
export function partChecks(needs: Needs): Check[] {
  const { page, textVersion, temporary } = needs
  return [
    {
      name: 'inlined css',
      mend: mendProgram,
      async run() {
        // The library is loaded through the room that uses it, and only this check loads that room.
        const { inlineCss } = await import('../drafts/index.ts')
        const html = await inlineCss(style)
        return /<p style="color: ?red;?">/.test(html) ? well('Styles are inlined.') : unexpected('inlined styles')
      },
    },
    {
      name: 'text version',
      mend: mendProgram,
      async run() {
        const text = [...textVersion('<p>Hello <b>you</b></p>')].join('')
        return text.trim() === 'Hello you' ? well('HTML is converted to text.') : unexpected('text version')
      },
    },
    {
      name: 'database',
      mend: mendProgram,
      async run() {
        readBack(join(await temporary(), 'database.sqlite'))
        const version = process.versions['sqlite'] ?? ''
        return well(`SQLite ${version} writes a file and opens it read-only.`)
      },
    },
    { name: 'page', mend: mendProgram, run: () => checkPage(page) },
    keychainCheck(needs),
  ]
}

function unexpected(what: string) {
  return wrong(`The ${what} of a sample line didn’t match what was expected.`, mendProgram)
}

function readBack(path: string): void {
  const opened = (readOnly: boolean) =>
    new SqliteFile(path, {
      readOnly,
      damaged: (details, cause) => new AppError('damaged', 'The file is damaged.', { details, cause }),
      unreadable: 'The file can’t be read or written.',
      internal: 'SQLite failed.',
    })
  const written = opened(false)
  written.exec("CREATE TABLE word (text TEXT); INSERT INTO word VALUES ('hello')")
  written.close()
  const read = opened(true)
  try {
    if (read.get('SELECT text FROM word')?.['text'] !== 'hello')
      throw new Error('SQLite returned something other than what was stored.')
  } finally {
    read.close()
  }
}

async function checkPage(folder: string) {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const [, script] = /\bsrc="\.\/(assets\/[\w.-]{1,200}\.js)"/.exec(html) ?? []
  if (script === undefined) return wrong('The page doesn’t refer to a script.', mendProgram)
  const { byteLength } = await readFile(join(folder, script))
  return byteLength > 0 ? well('The page and its script can be read.') : wrong(`${script} is empty.`, mendProgram)
}

/**
 * Checks the keychain without reading any of the user’s secrets, by looking up one that does not exist. Before the
 * keychain process reports that, it tests the keychain with an entry that it removes immediately.
 */
function keychainCheck({ startKeychain, isKeyGiven, milliseconds: timeout }: Needs): Check {
  return {
    name: 'keychain',
    mend: keychainMend(process.platform),
    async run(signal) {
      if (startKeychain === null) return well('Keys are kept in memory for this run.')
      const keychain = new KeychainProcess({ start: startKeychain, timeout })
      signal.addEventListener('abort', () => keychain.close(), { once: true })
      try {
        await keychain.get('mailroom-doctor')
        return well('The keychain process starts and responds.')
      } catch (thrown) {
        if (!isKeyGiven || !isKeychainMissing(AppError.from(thrown).code)) throw thrown
        return well('No keychain is available, but none is needed because the environment has a key.')
      } finally {
        keychain.close()
      }
    },
  }
}

function keychainMend(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'Unlock the login keychain in Keychain Access and allow Mailroom to use it.'
  if (platform === 'win32') return 'Sign in as your own user, because Credential Manager belongs to a user’s profile.'
  return 'Start and unlock GNOME Keyring or KWallet. On a server, set MAILROOM_KEY to the account’s key.'
}
