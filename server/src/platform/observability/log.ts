import { writeSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { traceOfLine } from './tracing.ts'

const standardOutput = 1

interface Log {
  readonly logger: FastifyBaseLogger
  readonly dropped: () => number
}

/**
 * The log: a line an entry, to standard output. Where that takes no more, its disk being full or its
 * reader gone, lines are counted and dropped: nobody is refused because of a log.
 */
export function openLog(level: string): Log {
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
