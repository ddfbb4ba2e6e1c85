import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './process.mjs'

/** Every folder in one of these is a room. All other files count towards their folder in `src`. */
const floors = ['src/renderer/src/features', 'src/renderer/src', 'src/shared/domain', 'src/shared', 'src/core']

/** Counts the lines of code of each room in files given as `[path, text]`. Tests and data are not counted. */
export function linesByRoom(files) {
  const counts = new Map()
  for (const [path, text] of files) {
    if (!isCounted(path)) continue
    const room = roomOf(path)
    counts.set(room, (counts.get(room) ?? 0) + linesOfCode(text))
  }
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1))
}

/** Counts the lines that contain more than white space and comments. A line with a comment after code is counted. */
export function linesOfCode(text) {
  const code = text.replace(/^[ \t]*(?:\/\*[^]*?\*\/|<!--[^]*?-->)/gm, '')
  return code.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length
}

export function table(rooms) {
  const rows = [...rooms, ['sum', rooms.reduce((sum, [, lines]) => sum + lines, 0)]]
  const width = Math.max(...rows.map(([room]) => room.length))
  const digits = String(rows.at(-1)[1]).length
  return rows.map(([room, lines]) => `${room.padEnd(width)}  ${String(lines).padStart(digits)}\n`).join('')
}

export function sourcesHere() {
  const names = readdirSync(join(root, 'src'), { recursive: true }).map((name) => `src/${name.replaceAll('\\', '/')}`)
  return names.filter(isCounted).map((path) => [path, readFileSync(join(root, path), 'utf8')])
}

/** The sources of a commit, read from Git without a checkout. */
export function sourcesOf(commit) {
  const paths = git(['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit, '--', 'src'])
    .toString()
    .split('\0')
    .filter(isCounted)
  // For each file Git prints a line that ends with its size, then its bytes and a line break.
  const printed = git(['cat-file', '--batch'], paths.map((path) => `${commit}:${path}\n`).join(''))
  let at = 0
  return paths.map((path) => {
    const start = printed.indexOf('\n', at) + 1
    const size = Number(printed.toString('utf8', at, start).trim().split(' ').at(-1))
    at = start + size + 1
    return [path, printed.toString('utf8', start, start + size)]
  })
}

function git(words, input = '') {
  const { status, error, stdout, stderr } = spawnSync('git', words, { cwd: root, input, maxBuffer: 2 ** 30 })
  if (status !== 0) throw new Error(error?.message ?? stderr.toString().trim())
  return stdout
}

function isCounted(path) {
  return /\.(ts|svelte|css)$/.test(path) && !path.endsWith('.test.ts')
}

function roomOf(path) {
  const floor = floors.find((folder) => path.startsWith(`${folder}/`)) ?? 'src'
  const [folder, ...rest] = path.slice(floor.length + 1).split('/')
  return rest.length === 0 ? floor : `${floor}/${folder}`
}
