// Programs that run side by side and end together, each with all that it started.
import { spawn } from 'node:child_process'
import { createConcurrently, KillOnSignal, KillOthers, Logger, LogOutput } from 'concurrently'
import { root, whenOrphaned } from './bootstrap.mjs'

const isPosix = process.platform !== 'win32'
/** A server gets this long to close its connections. */
const patienceMs = 7000
const running = new Set()
const ended = new AbortController()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    ended.abort()
    setTimeout(() => running.forEach((group) => kill(group, 'SIGKILL')), patienceMs).unref()
  })
}
whenOrphaned(endAll)

/** The exit code of a program that was interrupted, as shells have it. */
export const interrupted = 130

/** True when this process was asked to end. */
export const isEnding = () => ended.signal.aborted

/** Ends all programs, as Ctrl-C does. */
export function endAll() {
  process.kill(process.pid, 'SIGTERM')
}

/**
 * Runs commands of the shell. Resolves when all have ended, with what concurrently knows of each end.
 * The first one that ends with one of `endsOn` (`success`, `failure`) ends the others. `{@}` in a
 * command becomes `args`. The only command of a list has the terminal.
 */
export function runTogether(commands, options) {
  const { endsOn, output = process.stdout, isGrouped = false, args = [] } = options
  const raw = commands.length === 1 && output === process.stdout
  const logger = new Logger({ raw })
  const abortController = new AbortController()
  const { result } = createConcurrently(commands, {
    cwd: root,
    raw,
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
  })
  return result.catch((ends) => ends)
}

/** The program heads a process group, with which everything can be ended that it starts in turn. */
function spawnGroup(command, options) {
  const child = spawn(command, { ...options, shell: true, detached: isPosix })
  running.add(child.pid)
  return child.on('exit', () => {
    running.delete(child.pid)
    // A server that it left behind would keep its output open, and its ports.
    if (isPosix) kill(child.pid, 'SIGKILL')
  })
}

function kill(group, signal) {
  try {
    process.kill(isPosix ? -group : group, signal)
  } catch {
    // It has ended by then.
  }
}
