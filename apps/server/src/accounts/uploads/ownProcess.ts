import { type ChildProcess, fork } from 'node:child_process'
import { OverloadedError } from '../../platform/apiError.ts'

export interface ProcessBounds {
  readonly milliseconds: number
  /** The most memory of the process. */
  readonly megabytes: number
  /** Processes at a time, and orders that may wait for one. */
  readonly running: number
  readonly waiting: number
}

/** An order as its process gets it. */
export type InProcess<Order> = Order & Pick<ProcessBounds, 'megabytes'>

/**
 * Work on pictures: each order in its own process, bounded in time and memory, so that a library
 * that crashes, hangs or grows takes only itself along. Null for an order that was cut off. Throws
 * an OverloadedError when too many orders wait.
 */
export function inOwnProcess<Answer>(
  program: URL,
  bounds: ProcessBounds,
): (order: object) => Promise<Answer | null> {
  const waiting: (() => void)[] = []
  let running = 0

  async function takeTurn(): Promise<void> {
    if (running < bounds.running) running += 1
    else if (waiting.length >= bounds.waiting) throw new OverloadedError()
    else await new Promise<void>((go) => void waiting.push(go))
  }

  /** The next one takes the place of the previous one. */
  function endTurn(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return async (order) => {
    await takeTurn()
    try {
      return await answerOf<Answer>(program, { ...order, megabytes: bounds.megabytes }, bounds)
    } finally {
      endTurn()
    }
  }
}

function answerOf<Answer>(
  program: URL,
  order: object,
  { milliseconds }: ProcessBounds,
): Promise<Answer | null> {
  const child: ChildProcess = fork(program, [], {
    // It gets none of our secrets.
    env: {},
    execArgv: ['--max-old-space-size=64'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: milliseconds,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve) => {
    child.once('message', (answer) => resolve(answer as Answer))
    // After an answer these change nothing.
    child.once('exit', () => resolve(null))
    child.once('error', () => resolve(null))
    // A process that is gone already has said so.
    child.send(order, () => undefined)
  })
}

/**
 * Ends this process, with the work of the library's threads, when its memory has grown too much.
 */
export function watchMemory(megabytes: number): void {
  const maxBytes = megabytes * 1024 * 1024
  setInterval(() => {
    if (process.memoryUsage.rss() > maxBytes) process.exit(1)
  }, 10)
}
