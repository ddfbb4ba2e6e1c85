import type { Rolldown } from 'vite'

type Modules = { getModuleInfo(id: string): Pick<Rolldown.ModuleInfo, 'importedIds' | 'dynamicallyImportedIds'> | null }
type Reached = ReadonlySet<string>

type Starts = {
  /** The module that opens the rooms a host needs to be ready. */
  readonly first: string
  /** The module that imports every other room with `import()`, one after another. */
  readonly rooms: string
  /** The module that imports every command of the command line with `import()`. */
  readonly commandLine: string
  readonly workers: readonly string[]
}

/** A command that needs more of a host’s modules than this shares files with hosts. */
const mostOfSmallCommand = 150

/**
 * Puts what every host loads at its start into fewer files. Node spends about a third of a millisecond on each file that
 * it imports, and by default, the bundler makes a file for each set of entries that share a module: a host would start
 * with two hundred. A module that a smaller program needs as well, such as a worker or a command, is in another file, so
 * that the program doesn't load a host for it.
 */
export function hostStart(starts: Starts): Rolldown.CodeSplittingGroup {
  let files: ((id: string) => string | null) | null = null
  return {
    debugName: 'host start',
    name: (id, modules) => (files ??= filesOf(modules, starts))(id),
    // The modules that a file imports are in a file already.
    includeDependenciesRecursively: false,
  }
}

function filesOf(modules: Modules, { first, rooms, commandLine, workers }: Starts) {
  const missing = [first, rooms, commandLine, ...workers].filter((id) => !modules.getModuleInfo(id))
  if (missing.length > 0) throw new Error(`No bundle contains ${missing.join(', ')}.`)
  const reachedBy = (id: string): Reached => reachedFrom([id], modules)
  const ofFirst = reachedBy(first)
  const ofRooms = dynamicImportsOf(rooms, modules).map(reachedBy)
  const ofHost = new Set([ofFirst, ...ofRooms].flatMap((reached) => [...reached]))
  const ofCommandLine = reachedBy(commandLine)
  const commands = commandsWithoutHost(commandLine, first, modules).map(reachedBy)
  const isSmall = (reached: Reached) => [...reached].filter((id) => ofHost.has(id)).length <= mostOfSmallCommand
  const ofSmallCommands = commands.filter(isSmall)
  const others = [ofCommandLine, ...commands.filter((reached) => !isSmall(reached)), ...workers.map(reachedBy)]
  // Files never import each other in a circle, because what a module imports is in every set that the module is in.
  return (id: string): string | null => {
    const isOfCommandLine = ofCommandLine.has(id)
    // The bundler does well with these, and with a module of one room.
    if (!isOfCommandLine && ofSmallCommands.some((reached) => reached.has(id))) return null
    const isShared = ofRooms.filter((reached) => reached.has(id)).length > 1
    const part = ofFirst.has(id) ? 'first' : isShared ? 'rooms' : isOfCommandLine ? 'command-line' : null
    return part && [part, ...others.flatMap((reached, index) => (reached.has(id) ? [index] : []))].join('-')
  }
}

/** All modules that are loaded together with these. */
function reachedFrom(ids: readonly string[], modules: Modules, reached = new Set<string>()): Reached {
  for (const id of ids) {
    if (reached.has(id)) continue
    reached.add(id)
    reachedFrom(modules.getModuleInfo(id)?.importedIds ?? [], modules, reached)
  }
  return reached
}

function dynamicImportsOf(id: string, modules: Modules): readonly string[] {
  return modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []
}

/** The modules with which commands begin that run without a host, and what these import later. */
function commandsWithoutHost(commandLine: string, first: string, modules: Modules): readonly string[] {
  const commands = new Set<string>()
  const addFrom = (from: string): void => {
    const own = [...reachedFrom([from], modules)].filter((id) => isInCommandLine.test(id))
    for (const id of own.flatMap((reached) => dynamicImportsOf(reached, modules))) {
      if (commands.has(id) || reachedFrom([id], modules).has(first)) continue
      commands.add(id)
      addFrom(id)
    }
  }
  addFrom(commandLine)
  return [...commands]
}

/** Other rooms import parts of theirs that no command begins with. */
const isInCommandLine = /[\\/]src[\\/]cli[\\/]/
