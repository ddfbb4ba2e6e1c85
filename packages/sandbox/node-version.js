// Older versions of Node must be able to read this file, index.js and mailroom-sandbox.js.

/** A sentence if this version of Node lacks parts of node:sqlite that the sandbox uses; otherwise null. */
export function nodeProblem(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  if (major >= 24 || (major === 22 && minor >= 16)) return null
  const except = major === 23 ? ', but not 23' : ''
  return `mailroom-sandbox needs Node 22.16 or later${except}; this is Node ${version}.`
}
