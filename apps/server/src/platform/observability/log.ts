import { writeSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { traceOfLine } from './tracing.ts'

const standardOutput = 1

/**
 * The log: a line an entry, to standard output. If that fails (a full disk, a lost
 * reader), lines are counted and dropped: a log must not refuse requests.
 */
export function openLog(level: string): {
  readonly logger: FastifyBaseLogger
  readonly dropped: () => number
} {
  let dropped = 0
  const write = (line: string) => {
    try {
      writeSync(standardOutput, line)
    } catch {
      dropped += 1
    }
  }
  return { logger: pino({ level, mixin: traceOfLine }, { write }), dropped: () => dropped }
}
