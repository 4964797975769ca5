// Child processes that start and end together.
import { spawn } from 'node:child_process'

const linesKept = 30
const patienceMs = 8000

/**
 * A family of child processes. `onLost(message)` runs when one of them ends by itself, with its
 * last lines. `end()` ends all of them and resolves when they are gone: after at most eight seconds
 * it kills the rest.
 */
export function createFamily(onLost) {
  const members = new Set()
  let isEnding = false

  return {
    start(name, command, args, options = {}) {
      const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
      const lines = []
      const keep = (chunk) => {
        lines.push(...String(chunk).split('\n').filter(Boolean))
        lines.splice(0, lines.length - linesKept)
      }
      child.stdout?.on('data', keep)
      child.stderr?.on('data', keep)
      const gone = new Promise((resolve) => {
        child.on('error', (error) => keep(error.message))
        child.on('close', (code, signal) => {
          members.delete(member)
          resolve()
          if (isEnding) return
          onLost([`${name} ended (${signal ?? code}).`, ...lines].join('\n'))
        })
      })
      const member = { child, gone }
      members.add(member)
      return child
    },
    async end() {
      isEnding = true
      const all = [...members]
      for (const { child } of all) child.kill('SIGTERM')
      const force = setTimeout(() => {
        for (const { child } of members) child.kill('SIGKILL')
      }, patienceMs)
      await Promise.all(all.map(({ gone }) => gone))
      clearTimeout(force)
    },
  }
}

/**
 * Calls `act` once when the parent process is gone. npm signals its shell alone: the processes
 * behind it would live on and keep their ports.
 */
export function whenOrphaned(act) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    act()
  }, 500)
  watch.unref()
}
