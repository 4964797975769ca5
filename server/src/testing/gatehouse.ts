import { readFile } from 'node:fs/promises'
import { answerTo } from '../commands/command.ts'
import { type CommandResult, runCommandLine } from '../commands/commandLine.ts'
import type { TestApp } from './startApp.ts'

export interface GatehouseOptions {
  /** The standard input. */
  readonly input?: string
  /** What errands read their settings from. */
  readonly environment?: NodeJS.ProcessEnv
}

/** Has the server of a test, or none, carry out what an operator writes after `gatehouse`. */
export function gatehouse(
  app: Pick<TestApp, 'services'> | null,
  line: string,
  { input = '', environment = {} }: GatehouseOptions = {},
): Promise<CommandResult> {
  return runCommandLine(wordsOf(line), {
    who: 'operator',
    read: (path) => (path === '-' ? Promise.resolve(input) : readFile(path, 'utf8')),
    carryOut: (command, given, author) =>
      answerTo(command, given, (order) => {
        if ('run' in command) return command.run(environment, order, author)
        if (app === null) throw new Error(`${command.name} needs a server.`)
        return command.carryOut(app.services, order, author)
      }),
  })
}

/** What a command tells programs; throws when it was refused. */
export async function toldBy(
  app: Pick<TestApp, 'services'> | null,
  line: string,
  options: GatehouseOptions = {},
): Promise<unknown> {
  const { exitCode, output, errors } = await gatehouse(app, `${line} --json`, options)
  if (exitCode !== 0) throw new Error(errors)
  return JSON.parse(output)
}

/** As a shell takes a line apart, as far as quotes go. */
export function wordsOf(line: string): string[] {
  const words = line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)
  return [...words].map(([, double, single, bare]) => double ?? single ?? bare ?? '')
}
