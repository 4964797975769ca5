import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { dataDir } from './dataDir.ts'

const gatehouse = fileURLToPath(new URL('../../server/bin/gatehouse.mjs', import.meta.url))

/** Runs a command of the operator's beside the running server; answers what it said. */
export async function runCommand(order: readonly string[], input = ''): Promise<string> {
  const running = promisify(execFile)(process.execPath, [gatehouse, ...order], {
    env: { ...process.env, DATA_DIR: dataDir() },
  })
  running.child.stdin?.end(input)
  return (await running).stdout
}
