import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

/** As long as a migration is tried. */
const startsWithinMs = 600_000

/** A server that operators start, stop and replace by another version, always at the same port. */
export class Node {
  /** Errors in its log. */
  problems = new Set()
  #child = null
  #settings

  constructor(settings) {
    this.#settings = settings
  }

  /** Starts the version of a folder, with the flags of that version. */
  async begin(folder) {
    const flags = join(folder, 'scripts/serverFlags.mjs')
    const { serverFlags } = await import(pathToFileURL(flags).href)
    this.#child = spawn(process.execPath, [...serverFlags, 'apps/server/src/main.ts'], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...this.#settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let refusal = ''
    this.#child.stderr.on('data', (chunk) => (refusal += chunk))
    this.#child.refusal = () => refusal
    this.#child.stdout.on('data', (chunk) => {
      const errors = String(chunk).matchAll(/"level":[56]0.*?"message":"((?:[^"\\]|\\.)*)"/g)
      for (const [, message] of errors) this.problems.add(message)
    })
  }

  /** Resolves when it is ready; throws where it does not start. */
  async ready() {
    const child = this.#child
    const url = `http://127.0.0.1:${this.#settings.PORT}/readyz`
    for (const until = Date.now() + startsWithinMs; Date.now() < until; await pause(100)) {
      if (child.exitCode !== null) throw new Error(`A server does not start: ${child.refusal()}`)
      const answer = await fetch(url).catch(() => null)
      await answer?.text()
      if (answer?.status === 200) return
    }
    throw new Error('A server does not become ready.')
  }

  async start(folder) {
    await this.begin(folder)
    await this.ready()
  }

  /** Ends it as operators do, or by SIGKILL; resolves when it is gone. */
  async stop(signal = 'SIGTERM') {
    const child = this.#child
    if (child === null || (child.exitCode ?? child.signalCode) !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  /** Replaces it by another version. */
  async roll(folder) {
    await this.stop()
    await this.start(folder)
  }
}
