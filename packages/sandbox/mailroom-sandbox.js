#!/usr/bin/env node
import { nodeProblem } from './node-version.js'

const problem = nodeProblem()
if (problem === null) await import('./lib/program.js')
else {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}
