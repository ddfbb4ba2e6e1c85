import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { repository } from '../house/source-tree.ts'

type Files = readonly (readonly [path: string, text: string])[]
type Module = {
  linesOfCode(text: string): number
  linesByRoom(files: Files): [room: string, lines: number][]
  table(rooms: readonly (readonly [string, number])[]): string
  sourcesHere(): Files
  sourcesOf(commit: string): Files
}

const source = new URL('../../scripts/support/source-lines.mjs', import.meta.url).href
const { linesOfCode, linesByRoom, table, sourcesHere, sourcesOf } = (await import(source)) as Module

const component = `<script lang="ts">
  // What is shown.
  let { name }: { name: string } = $props()

  /**
   * Who is greeted,
   * in full.
   */
  const who = name // Behind code.
</script>

<!-- A name of
two lines -->
<p>/* {who} */</p>

<style>
  /* Small. */
  p {
    color: red;
  }
  /* Before code. */ b {
  }
</style>
`

describe('The lines of code', () => {
  it('are those with more than a comment', () => {
    expect(linesOfCode(component)).toBe(12)
    expect(linesOfCode('')).toBe(0)
    expect(linesOfCode('\n/* one */\n// two\n')).toBe(0)
  })

  it('are counted by room, without tests and data', () => {
    const files: Files = [
      ['src/shared/domain/query/parse.ts', 'a\nb\n'],
      ['src/core/open-rooms.ts', 'a\n'],
      ['src/core/jobs/index.ts', 'a\n'],
      ['src/core/jobs/list/jobs.ts', 'a\n\nb\n'],
      ['src/core/jobs/jobs.test.ts', 'a\n'],
      ['src/core/jobs/names.json', '{}\n'],
      ['src/renderer/src/features/jobs/Jobs.svelte', component],
      ['src/renderer/src/lib/tokens.css', 'a\n'],
      ['src/cli/main/run.ts', 'a\n'],
      ['src/shared/contract/jobs.ts', 'a\n'],
    ]
    expect(linesByRoom(files)).toEqual([
      ['src/cli', 1],
      ['src/core', 1],
      ['src/core/jobs', 3],
      ['src/renderer/src/features/jobs', 12],
      ['src/renderer/src/lib', 1],
      ['src/shared/contract', 1],
      ['src/shared/domain/query', 2],
    ])
  })

  it('are printed with their sum', () => {
    const rooms = [
      ['src/cli', 9],
      ['src/core', 12],
    ] as const
    expect(table(rooms)).toBe('src/cli    9\nsrc/core  12\nsum       21\n')
  })
})

describe('The files that are counted', () => {
  it('are those of the folder, or of a commit', () => {
    const paths = (files: Files) => new Set(files.map(([path]) => path))
    expect(paths(sourcesHere())).toContain('src/cli/main.ts')
    const committed = sourcesOf('HEAD')
    expect(paths(committed)).toContain('src/cli/main.ts')
    for (const [path, text] of [committed[0]!, committed.at(-1)!])
      expect(text).toBe(execFileSync('git', ['show', `HEAD:${path}`], { cwd: repository, encoding: 'utf8' }))
    expect(() => sourcesOf('no-such-commit')).toThrow('no-such-commit')
  })
})
