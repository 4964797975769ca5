import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from './postgres.mjs'

/**
 * Runs the server of a folder on its own PostgreSQL, and ends both after `work`, which can ask what
 * the server has said. Throws where it does not start. `SEED: 'on'` is with the sample players.
 */
export async function withServer(cwd, settings, work) {
  const postgres = await startPostgres()
  if (postgres === null) throw new Error('PostgreSQL is neither here nor to be had.')
  const env = { PATH: process.env.PATH, DATABASE_URL: postgres.url, ...settings }
  const main = settings.SEED === 'on' ? 'apps/server/samples/main.ts' : 'apps/server/src/main.ts'
  const server = spawn(process.execPath, [main], { cwd, env })
  const ended = once(server, 'exit')
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (said += chunk))
  try {
    // Others of its listeners begin before the one of the players.
    while (!new RegExp(`Server listening.*:${settings.PORT}\\b`).test(said)) {
      if (server.exitCode !== null) throw new Error(`The server does not start:\n${said}`)
      await pause(100)
    }
    return await work(() => said)
  } finally {
    server.kill('SIGTERM')
    await ended
    await postgres.end()
  }
}
