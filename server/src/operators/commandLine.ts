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
import { printed } from './command/printed.ts'
import { commandGroups, commandsOf } from './everyCommand.ts'

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
  await addCommands(program, given, run, world)
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

/** Adds all first words, and the commands of those that were given: the others are not loaded. */
async function addCommands(
  program: Program,
  given: readonly string[],
  run: Run,
  world: CommandWorld,
): Promise<void> {
  program
    .description(
      'The operator’s command line. Settings come from the environment, as the server’s.',
    )
    .showHelpAfterError('--help says more.')
  // `help players` gives it second.
  const words = new Set(given.slice(0, 2))
  for (const group of commandGroups) {
    const { word, about } = group
    const commands = words.has(word) ? await commandsOf(group) : []
    const [only] = commands
    if (only?.name === word) {
      addTo(program, word, only, run, world)
      continue
    }
    const added = program.command(word).description(about)
    for (const command of commands) {
      addTo(added, command.name.slice(word.length + 1), command, run, world)
    }
  }
}

function addTo(
  parent: Program,
  word: string,
  command: Command | Errand,
  run: Run,
  world: CommandWorld,
): void {
  const { summary, order: schema, operands, isAct } = command
  const added = parent.command(word).description(summary)
  const fields = new Map(
    Object.entries(schema.shape).map(([name, each]) => [name, fieldOf(name, each as z.ZodType)]),
  )
  for (const name of operands) {
    const field = fields.get(name)
    if (field) added.addArgument(argumentOf(field))
  }
  for (const [name, field] of fields) if (!operands.includes(name)) added.addOption(optionOf(field))
  if (isAct) {
    added.addOption(
      new Option('--why <reason>', 'for the audit log: a ticket, a request')
        .argParser(reasonOf)
        .makeOptionMandatory(),
    )
    added.option('--who <name>', 'for the audit log: who orders it', world.who)
  }
  added.option('--json', 'prints JSON for programs')
  added.action(async (...values: Written[]) => {
    const options = added.opts<Readonly<Record<string, Written>>>()
    const written = {
      ...options,
      ...Object.fromEntries(operands.map((name, at) => [name, values[at]])),
    }
    const order: Record<string, unknown> = {}
    for (const [name, { meta }] of fields) {
      const value = await valueOf(meta, written[name], world).catch((error: Error) =>
        added.error(`error: ${error.message}`),
      )
      if (value !== undefined) order[name] = value
    }
    const author = { who: textOf(options['who']) || world.who, why: textOf(options['why']) }
    await run(command, order, author, options['json'] === true)
  })
}

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
interface Field {
  readonly name: string
  readonly meta: Meta
  readonly isOptional: boolean
  readonly inner: z.ZodType
}

/** An optional field without its own help has that of the field in it. */
function fieldOf(name: string, schema: z.ZodType): Field {
  const isOptional = schema.safeParse(undefined).success
  let meta = schema.meta()
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) {
    inner = inner.unwrap() as z.ZodType
    meta ??= inner.meta()
  }
  return { name, meta: meta ?? {}, isOptional, inner }
}

function argumentOf({ name, meta, isOptional }: Field): Argument {
  return new Argument(isOptional ? `[${name}]` : `<${name}>`, meta.description)
}

function optionOf({ name, meta, isOptional, inner }: Field): Option {
  const long = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const flags = inner instanceof z.ZodBoolean ? long : `${long} <${meta.value ?? name}>`
  const option = new Option(flags, meta.description)
  if (inner instanceof z.ZodArray) {
    option.argParser((one, others: readonly string[] | undefined) => [...(others ?? []), one])
  }
  return option.makeOptionMandatory(!isOptional)
}

/** The order's value for the written text. */
async function valueOf(meta: Meta, written: Written, world: CommandWorld): Promise<unknown> {
  if (meta.from === undefined || written === undefined) return written
  if (typeof written === 'object') {
    return Promise.all(written.map((one) => valueOf(meta, one, world)))
  }
  return meta.from === 'file' ? world.read(textOf(written)) : resolve(textOf(written))
}

function textOf(written: Written): string {
  return typeof written === 'string' ? written : ''
}

function asJson(data: unknown): string {
  return `${JSON.stringify(data, null, 2)}\n`
}
