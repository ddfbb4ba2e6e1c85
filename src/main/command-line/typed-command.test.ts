import { expect, test } from 'vitest'
import { typedCommand } from './typed-command.ts'

const commands = ['search', 'accounts', 'accounts add']

test.each([
  [['search', 'state:bounced', '--json']],
  [['accounts', 'add', '--name', 'Shop']],
  [['help']],
  [['--help']],
  [['--version']],
])('%j is for the command line', (given) => {
  expect(typedCommand(given, commands)).toEqual(given)
})

test('switches of Chromium before it are not part of it', () => {
  const switches = ['--ozone-platform=headless', '--disable-gpu']
  expect(typedCommand([...switches, 'search', '--disable-gpu'], commands)).toEqual(['search', '--disable-gpu'])
  expect(typedCommand([...switches, '--', 'search'], commands)).toEqual(['search'])
})

test.each([[['--data=/work', 'search', '--json']], [['--disable-gpu', '--data=/work', '--', 'search', '--json']]])(
  'flags before a command in %j stay there, so that they are refused and not ignored',
  (given) => {
    expect(typedCommand(given, commands)).toEqual(['--data=/work', 'search', '--json'])
  },
)

test('whatever a launcher hands over is for the command line, a slip too', () => {
  expect(typedCommand(['--', 'serach'], commands)).toEqual(['serach'])
  expect(typedCommand(['--', '--help'], commands)).toEqual(['--help'])
  expect(typedCommand(['--'], commands)).toEqual([])
})

test.each([
  [[]],
  [['--data', 'folder']],
  [['--scenario=demo', '--secrets', 'memory']],
  [['--data=/work', '--', 'mailroom://search?q=a']],
  [['-psn_0_1']],
  [['serach']],
  [['--data', 'search']],
  [['mailroom://search?q=a']],
  [['mailroom://search?q=a', 'search']],
  [['--', 'mailroom://search?q=a']],
  [['--', 'MAILROOM://search?q=a', 'accounts', 'add']],
])('%j opens the window', (given) => {
  expect(typedCommand(given, commands)).toBeNull()
})
