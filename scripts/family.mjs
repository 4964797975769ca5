// Child processes that start and end together.
import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

const linesKept = 30
/**
 * A family of child processes. `onLost(message)` runs when one of them ends by itself, with its
 * last lines. `end()` ends all of them and resolves when they are gone: after `patienceMs` it kills
 * the rest.
 */
export function createFamily(onLost, patienceMs = 8000) {
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

const isPosix = process.platform !== 'win32'
/** In this order, each when the one before had its time: a tool that is interrupted ends its own first. */
const signals = ['SIGINT', 'SIGTERM', 'SIGKILL']
const stepMs = 5000

const running = new Set()

/**
 * Starts a program at the head of a process group of its own, with which everything can be ended that
 * it starts in turn.
 */
export function startGroup(command, args, options) {
  const child = spawn(command, args, { ...options, detached: isPosix })
  const group = child.pid
  if (group !== undefined) {
    running.add(group)
    child.on('exit', () => {
      running.delete(group)
    })
  }
  return child
}

/** Ends what is left of a program's group; resolves when nothing is, or nothing more can be done. */
export async function endGroup(group) {
  for (const signal of signals) {
    const until = Date.now() + stepMs
    if (!send(group, signal)) return
    while (Date.now() < until) {
      if (!send(group, 0)) return
      await pause(50)
    }
  }
}

/** Ends every program that runs, with its group. */
export async function endGroups() {
  await Promise.all([...running].map(endGroup))
}

/** Returns whether there is somebody to take the signal. */
function send(group, signal) {
  try {
    process.kill(isPosix ? -group : group, signal)
    return true
  } catch {
    return false
  }
}
