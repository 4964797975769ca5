// Programs that run side by side and end together, each with all that it started.
import { spawn } from 'node:child_process'
import { createConcurrently, KillOnSignal, KillOthers, Logger, LogOutput } from 'concurrently'
import { root, whenOrphaned } from './bootstrap.mjs'

const isPosix = process.platform !== 'win32'
/** A server gets this long to close its connections. */
const patienceMs = 7000
const running = new Set()

let hasEnded = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    hasEnded = true
    setTimeout(() => running.forEach((group) => kill(group, 'SIGKILL')), patienceMs).unref()
  })
}
whenOrphaned(endAll)

/** Whether this process was asked to end. */
export const isEnding = () => hasEnded

/** Ends all programs, as Ctrl-C does. */
export function endAll() {
  process.kill(process.pid, 'SIGTERM')
}

/**
 * Runs commands of the shell. Resolves when all have ended, with `{ name, exitCode, seconds }` of
 * each. `endsOn` (`success`, `failure`) is what makes the first one that ends the end of the others.
 * `{@}` in a command becomes `args`. The only command of a list has the terminal; the output of
 * several is grouped, or has the names of the commands before its lines.
 */
export async function runTogether(commands, options = {}) {
  const { endsOn = [], output = process.stdout, isGrouped = false, args = [] } = options
  const isRaw = commands.length === 1 && output === process.stdout
  const logger = new Logger({ raw: isRaw })
  const abortController = new AbortController()
  const { result } = createConcurrently(
    commands.map((command) => ({ raw: isRaw, ...command })),
    {
      cwd: root,
      spawn: spawnGroup,
      kill,
      logger,
      outputStream: output,
      group: isGrouped,
      additionalArguments: args,
      abortSignal: abortController.signal,
      controllers: [
        new LogOutput({ logger }),
        new KillOnSignal({ process, abortController }),
        new KillOthers({ logger, abortController, conditions: endsOn, timeoutMs: patienceMs }),
      ],
    },
  )
  const ends = await result.catch((events) => events)
  return ends.map(({ command: { name }, exitCode, killed, timings }) => ({
    name,
    exitCode,
    isKilled: killed,
    seconds: timings.durationSeconds,
  }))
}

/** The program heads a process group, with which everything can be ended that it starts in turn. */
function spawnGroup(command, options) {
  const child = spawn(command, { ...options, shell: true, detached: isPosix })
  running.add(child.pid)
  child.on('exit', () => {
    running.delete(child.pid)
    // A server that it left behind would keep its output open, and its ports.
    if (isPosix) kill(child.pid, 'SIGKILL')
  })
  return child
}

function kill(group, signal) {
  try {
    process.kill(isPosix ? -group : group, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
