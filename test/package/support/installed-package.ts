import { execFile } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import packageFile from '../../../packages/sandbox/package.json' with { type: 'json' }
import { packageNode } from './package-node.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const execute = promisify(execFile)

/**
 * Packs the package and unpacks it where npm would, in a TypeScript project with strict settings and these packages of
 * our own project. Packing takes two seconds, and each test file does it separately because two may run at once.
 */
export async function installPackage(project: string, others: readonly string[] = []): Promise<string> {
  const packed = join(project, 'packed')
  await execute(process.execPath, [join(root, 'scripts/pack-sandbox.mjs'), packed])
  const folder = join(project, 'node_modules', packageFile.name)
  await mkdir(folder, { recursive: true })
  const tarball = join(packed, `${packageFile.name}-${packageFile.version}.tgz`)
  await execute('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'])
  await rm(packed, { recursive: true })
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }))
  for (const name of ['typescript', ...others]) {
    const link = join(project, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(root, 'node_modules', name), link, 'junction')
  }
  return folder
}

const compilerOptions = {
  module: 'nodenext',
  moduleResolution: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'dom'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  allowImportingTsExtensions: true,
}

/** Rejects with the compiler’s output. */
export async function checkTypes(project: string): Promise<void> {
  const compiler = join(project, 'node_modules/typescript/bin/tsc')
  await execute(process.execPath, [compiler, '-p', project]).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout)
  })
}

/** Runs a file of the project and returns what it printed. */
export async function runFile(project: string, file: string): Promise<string> {
  // Node 22.16 needs the flag for TypeScript.
  const flags = ['--experimental-strip-types', '--no-warnings', join(project, file)]
  return (await execute(packageNode, flags, { cwd: project })).stdout
}
