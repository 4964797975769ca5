import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { dataDir } from './dataDir.ts'

const commands = new URL('../../server/src/commands/', import.meta.url)

/** Runs a command of the operator's beside the running server; answers what it said. */
export async function runCommand(file: string, ...order: readonly string[]): Promise<string> {
  const command = fileURLToPath(new URL(file, commands))
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...order], {
    env: { ...process.env, DATA_DIR: dataDir() },
  })
  return stdout
}
