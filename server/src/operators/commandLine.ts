import { resolve } from 'node:path'
import {
  Argument,
  Command as Program,
  CommanderError,
  InvalidArgumentError,
  Option,
} from 'commander'
import * as z from 'zod'
import type { Author, Command, CommandAnswer, Errand } from './command/command.ts'
import { commandGroups, everyCommand } from './everyCommand.ts'
import { printed } from './command/printed.ts'

/** The outside world of the command line. */
export interface CommandWorld {
  /** The default author; `--who` overrides it. */
  readonly who: string
  /** The content of a file; `-` is the standard input. */
  readonly read: (path: string) => Promise<string>
  readonly carryOut: (
    command: Command | Errand,
    order: object,
    author: Author,
  ) => Promise<CommandAnswer>
}

export interface CommandResult {
  readonly exitCode: number
  readonly output: string
  readonly errors: string
}

/** Scripts can distinguish these; an unexpected error is thrown and gives 3. */
export const exitCodes = { done: 0, refused: 1, misunderstood: 2 } as const

/** Runs an operator's `gatehouse` line; throws only unexpected errors. */
export async function runCommandLine(
  given: readonly string[],
  world: CommandWorld,
): Promise<CommandResult> {
  let output = ''
  let errors = ''
  let exitCode: number = exitCodes.done
  // Commands inherit the settings that are made before they are added.
  const program = new Program('gatehouse').exitOverride().configureOutput({
    writeOut: (text) => (output += text),
    writeErr: (text) => (errors += text),
  })
  const run: Run = async (command, order, author, isJson) => {
    const { outcome, message, data } = await world.carryOut(command, order, author)
    exitCode = exitCodes[outcome]
    if (outcome === 'done') output += isJson ? asJson(data) : `${message || printed(data)}\n`
    else errors += isJson ? asJson({ error: message, data }) : `${message}\n`
  }
  addCommands(program, run, world)
  try {
    await program.parseAsync(given, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.misunderstood
  }
  return { exitCode, output, errors }
}

type Run = (
  command: Command | Errand,
  order: object,
  author: Author,
  isJson: boolean,
) => Promise<void>

function addCommands(program: Program, run: Run, world: CommandWorld): void {
  program
    .description(
      'The operator’s command line. Settings come from the environment, as the server’s.',
    )
    .showHelpAfterError('--help says more.')
  const groups = new Map<string, Program>()
  for (const command of everyCommand) {
    const [first = '', second] = command.name.split(' ')
    const isGrouped = second !== undefined
    const parent = isGrouped ? (groups.get(first) ?? groupOf(program, first)) : program
    if (isGrouped) groups.set(first, parent)
    addTo(parent, second ?? first, command, run, world)
  }
}

function groupOf(program: Program, name: string): Program {
  return program.command(name).description(commandGroups[name] ?? '')
}

function addTo(
  parent: Program,
  word: string,
  command: Command | Errand,
  run: Run,
  world: CommandWorld,
): void {
  const added = parent.command(word).description(command.summary)
  const fields = Object.entries(command.order.shape).map(
    ([name, schema]) => new Field(name, schema as z.ZodType),
  )
  for (const name of command.operands) {
    const field = fields.find((each) => each.name === name)
    if (field) added.addArgument(field.asArgument())
  }
  const options = fields.filter(({ name }) => !command.operands.includes(name))
  for (const field of options) added.addOption(field.asOption())
  if (command.isAct) {
    added.addOption(
      new Option(why, 'for the audit log: a ticket, a request')
        .argParser(reasonOf)
        .makeOptionMandatory(),
    )
    added.option('--who <name>', 'for the audit log: who orders it', world.who)
  }
  added.option('--json', 'prints JSON for programs')
  added.action(async (...written: Written[]) => {
    const operands = written.slice(0, command.operands.length)
    const given = added.opts<Readonly<Record<string, Written>>>()
    const order: Record<string, unknown> = {}
    for (const field of fields) {
      const at = command.operands.indexOf(field.name)
      const value = await field
        .valueOf(at === -1 ? given[field.name] : operands[at], world)
        .catch((error: Error) => added.error(`error: ${error.message}`))
      if (value !== undefined) order[field.name] = value
    }
    const author = { who: textOf(given['who']) || world.who, why: textOf(given['why']) }
    await run(command, order, author, given['json'] === true)
  })
}

const why = '--why <reason>'

function reasonOf(given: string): string {
  const reason = given.trim()
  if (reason === '') throw new InvalidArgumentError('It is empty.')
  return reason
}

/** The value that commander makes of an operand or an option. */
type Written = string | readonly string[] | boolean | undefined

interface Meta {
  readonly description?: string | undefined
  readonly value?: string
  readonly from?: 'file' | 'path'
}

/** A field of an order on the command line. */
class Field {
  readonly name: string
  readonly #meta: Meta
  readonly #isOptional: boolean
  readonly #isSwitch: boolean
  readonly #isList: boolean

  constructor(name: string, schema: z.ZodType) {
    this.name = name
    this.#meta = schema.meta() ?? {}
    this.#isOptional = schema.safeParse(undefined).success
    const inner = innermost(schema)
    this.#isSwitch = inner instanceof z.ZodBoolean
    this.#isList = inner instanceof z.ZodArray
  }

  asArgument(): Argument {
    const { description = '' } = this.#meta
    return new Argument(this.#isOptional ? `[${this.name}]` : `<${this.name}>`, description)
  }

  asOption(): Option {
    const { description = '', value = this.name } = this.#meta
    const long = `--${this.name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    const option = new Option(this.#isSwitch ? long : `${long} <${value}>`, description)
    if (this.#isList) {
      option.argParser((one, others: readonly string[] | undefined) => [...(others ?? []), one])
    }
    return option.makeOptionMandatory(!this.#isOptional)
  }

  /** The order's value for the written text. */
  async valueOf(written: Written, world: CommandWorld): Promise<unknown> {
    const { from } = this.#meta
    if (from === undefined || written === undefined) return written
    if (typeof written === 'object') {
      return Promise.all(written.map((one) => this.valueOf(one, world)))
    }
    return from === 'file' ? world.read(textOf(written)) : resolve(textOf(written))
  }
}

function innermost(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return innermost(schema.unwrap() as z.ZodType)
  }
  return schema
}

function textOf(written: Written): string {
  return typeof written === 'string' ? written : ''
}

function asJson(data: unknown): string {
  return `${JSON.stringify(data, null, 2)}\n`
}
