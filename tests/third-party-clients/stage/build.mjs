// Builds the programs of `programs`, each by the tool of its language and by its lock file.
import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/bootstrap.mjs'

const sources = join(import.meta.dirname, '../programs')
const built = join(root, 'node_modules/.cache/gatehouse-clients')

/** What a tool needs, and what it makes of a folder: the command of the program. */
const tools = {
  go: {
    asks: ['go', ['version']],
    make: (folder) => {
      run(folder, 'go', ['build', '-mod=readonly', '-o', 'site', '.'])
      return [join(folder, 'site')]
    },
  },
  cargo: {
    asks: ['cargo', ['--version']],
    make: (folder) => {
      run(folder, 'cargo', ['build', '--locked', '--quiet'])
      return [join(folder, 'target/debug/site')]
    },
  },
  mvn: {
    asks: ['mvn', ['--version']],
    make: (folder) => {
      run(folder, 'mvn', ['--quiet', '--batch-mode', 'package'])
      return ['java', '-jar', join(folder, 'target/site.jar')]
    },
  },
  python3: {
    asks: ['python3', ['-c', 'import venv, ensurepip']],
    make: (folder) => {
      const python = join(folder, 'venv/bin/python')
      run(folder, 'python3', ['-m', 'venv', 'venv'])
      const locked = ['--quiet', '--require-hashes', '--requirement', 'requirements.txt']
      run(folder, python, ['-m', 'pip', 'install', ...locked])
      return [python, join(folder, 'site.py')]
    },
  },
}

export function hasTool(tool) {
  const [command, args] = tools[tool].asks
  return spawnSync(command, args).status === 0
}

/** The command of a program, made from its sources. What was made before stays beside them. */
export function build(tool, name) {
  const folder = join(built, name)
  cpSync(join(sources, name), folder, { recursive: true })
  return tools[tool].make(folder)
}

function run(cwd, command, args) {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${stderr}`, { cause: error })
}
