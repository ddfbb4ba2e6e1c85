import { AccountProbe } from '#core/accounts/index.ts'
import type { SecretStore } from '#core/base/ports.ts'
import { examine, freeBytesOf, type CheckedPart, type DoctorNeeds } from '#core/doctor/index.ts'
import { visitRunning, type Visit } from '#core/guests/index.ts'
import { createMemorySecretStore, KeychainProcess, type StartKeychain } from '#core/keychain/index.ts'
import { forkKeychain, systemClock } from '#core/node/index.ts'
import { textVersion } from '#sandbox/mail/text-version.ts'
import { startInWorker } from '#sandbox/start-in-worker.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { EnvironmentKey, EnvironmentKeys, isAnyKeyGiven } from '../app/environment-key.ts'
import { pageFolder, pathsOf } from '../app/paths.ts'
import { programVersion } from '../app/version.ts'
import type { Given } from '../framework/command.ts'
import { exitCodes, type ExitCode } from '../framework/exit-codes.ts'
import { writeBytes } from '../framework/output.ts'
import { readSecrets } from '../framework/read-values.ts'
import type { Terminal } from '../framework/terminal.ts'
import { shownCell } from '../text/cells.ts'
import type { doctorFlags } from './doctor-flags.ts'

type Flags = Given<typeof doctorFlags>['flags']

export async function doctor(flags: Flags, terminal: Terminal): Promise<ExitCode> {
  const { stdout, progress } = terminal
  const visit = flags.self ? null : await visitRunning(pathsOf(flags.data, terminal).data)
  const keychain = openKeychain(flags, terminal)
  try {
    const checks = await examine(needsOf(flags, terminal, { visit, keychain }), {
      signal: terminal.interrupted(),
      onStart: (name) => progress.show(`Checking: ${name}`),
      async onEnd(part) {
        progress.clear()
        if (!flags.json) await writeBytes(stdout, lineOf(part))
      },
    })
    const failed = checks.filter(({ ok }) => !ok).length
    if (flags.json) await writeBytes(stdout, `${JSON.stringify({ ok: failed === 0, checks })}\n`)
    else terminal.say(failed === 0 ? 'All checks passed.' : `${failed} of ${checks.length} checks failed.`)
    return failed === 0 ? exitCodes.done : exitCodes.failed
  } finally {
    keychain.secrets.close()
    visit?.end()
  }
}

type Keychain = { readonly start: StartKeychain | null; readonly secrets: SecretStore }
type Beside = { readonly visit: Visit | null; readonly keychain: Keychain }

function needsOf(flags: Flags, terminal: Terminal, { visit, keychain }: Beside): DoctorNeeds {
  const paths = pathsOf(flags.data, terminal)
  const { electron, node } = process.versions as NodeJS.ProcessVersions & { electron?: string }
  // With `--self`, a key in the environment is ignored: otherwise, the keychain would not be checked.
  const isKeyGiven = !flags.self && isAnyKeyGiven(terminal.env)
  const keys = EnvironmentKeys.take(terminal.env)
  const secretsOf: Parameters<typeof AccountProbe.all>[1]['secretsOf'] = (account, others) => {
    const key = keys.keyFor(account, others)
    if (key === null) return keychain.secrets
    const given = new EnvironmentKey(key, keychain.secrets)
    given.bindTo(account.id)
    return given
  }
  const ports = { clock: systemClock, logger: { log: () => undefined, setLevel: () => undefined } }
  return {
    host: {
      name: electron === undefined ? `Node ${node}` : `Electron ${electron} with Node ${node}`,
      appVersion: programVersion(),
    },
    paths,
    parts: { page: pageFolder, textVersion, startKeychain: keychain.start, isKeyGiven },
    startSandbox: startInWorker,
    computer: { env: terminal.env, now: () => systemClock.now(), freeBytes: freeBytesOf },
    accounts: flags.self
      ? null
      : {
          probes: () => AccountProbe.all(paths.data, { ports, secretsOf }),
          refresh:
            visit &&
            (async (id, signal) =>
              (await visit.call('accounts.refresh', { id }, signal)) as CommandOutput<'accounts.refresh'>),
          team: {
            secrets: keychain.secrets,
            env: terminal.env,
            byApp:
              visit &&
              (async (accountId, server, signal) =>
                (await visit.call('team.test', { accountId, server }, signal)) as CommandOutput<'team.test'>),
          },
        },
  }
}

function openKeychain({ data, secrets }: Flags, terminal: Terminal): Keychain {
  if (readSecrets(secrets) === 'memory') return { start: null, secrets: createMemorySecretStore() }
  const start = (terminal.forkKeychain ?? forkKeychain)(pathsOf(data, terminal).worker('keychain'))
  return { start, secrets: new KeychainProcess({ start }) }
}

function lineOf({ name, ok, sentence, mend }: CheckedPart): string {
  const line = `${ok ? 'ok  ' : 'FAIL'}  ${shownCell(name)}: ${shownCell(sentence)}\n`
  return mend === null || mend === '' ? line : `${line}      ${shownCell(mend)}\n`
}
