import { resolve } from 'node:path'
import type { ActRow } from '@gatehouse/contract/acts/act'
import {
  type ActName,
  actsOf,
  commandNames,
  everyAct,
  topics,
} from '@gatehouse/contract/acts/everyAct'
import { actTitle } from '@gatehouse/contract/acts/titles'
import { Argument, Command as Program, CommanderError, Option } from 'commander'
import * as z from 'zod'
import type { CommandOrder } from '../acts/orders/carryOut.ts'
import type { ActAnswer } from '../acts/orders/actAnswer.ts'
import { printed } from '../acts/orders/printed.ts'

/** What is outside of the command line. */
export interface CommandContext {
  /** The default author; `--who` overrides it. */
  readonly who: string
  /** The content of a file; `-` is the standard input. */
  readonly read: (path: string) => Promise<string>
  readonly carryOut: (name: ActName, given: CommandOrder) => Promise<ActAnswer>
  /** Serves the program that has started this one, until it ends; it orders in this name. */
  readonly assist: (who: string) => Promise<void>
}

export interface CommandOutcome {
  readonly exitCode: number
  readonly output: string
  readonly errors: string
}

/** Scripts can distinguish these; an unexpected error is thrown and gives 3. */
export const exitCodes = { done: 0, refused: 1, misunderstood: 2 } as const

/** Runs an operator's `gatehouse` line; throws only unexpected errors. */
export async function runCommandLine(
  given: readonly string[],
  context: CommandContext,
): Promise<CommandOutcome> {
  let output = ''
  let errors = ''
  let exitCode: number = exitCodes.done
  // Commands inherit the settings that are made before they are added.
  const program = new Program('gatehouse').exitOverride().configureOutput({
    writeOut: (text) => (output += text),
    writeErr: (text) => (errors += text),
  })
  const run: Run = async (name, given, isJson) => {
    const answer = await context.carryOut(name, given)
    const { outcome, message, data } = answer
    exitCode = exitCodes[outcome]
    const lead = given.isDry ? 'It would do this, and has changed nothing:\n' : ''
    if (outcome === 'done')
      output += isJson
        ? asJson(given.isDry ? { message } : data)
        : `${lead}${message || printed(data)}\n`
    else errors += isJson ? asJson({ error: message, data }) : `${message}\n`
  }
  addCommands(program, run, context)
  try {
    await program.parseAsync(given, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.misunderstood
  }
  return { exitCode, output, errors }
}

type Run = (name: ActName, given: CommandOrder, isJson: boolean) => Promise<void>

function addCommands(program: Program, run: Run, context: CommandContext): void {
  program
    .description(
      'The operator’s command line. Settings come from the environment, as the server’s.',
    )
    .showHelpAfterError('--help says more.')
  for (const [topic, about] of Object.entries(topics)) {
    const names = actsOf(topic).filter((name) => commandNames.includes(name))
    if (names.length === 0) continue
    const added = program.command(topic).description(about)
    for (const name of names) addTo(added, name.slice(topic.length + 1), name, run, context)
  }
  for (const name of commandNames) if (!name.includes(' ')) addTo(program, name, name, run, context)
  program
    .command('mcp')
    .description('Offers the actions to an assistant, over the Model Context Protocol by stdio.')
    .option('--who <name>', 'for the audit log: who orders it', context.who)
    .action(({ who }: { readonly who: string }) => context.assist(who))
}

function addTo(
  parent: Program,
  word: string,
  name: ActName,
  run: Run,
  context: CommandContext,
): void {
  const { summary, order: schema, operands, needsReason, isSeen, isTried }: ActRow = everyAct[name]
  const added = parent.command(word).summary(actTitle(name)).description(summary)
  const fields = new Map(
    Object.entries(schema.shape).map(([field, each]) => [field, fieldOf(field, each as z.ZodType)]),
  )
  for (const operand of operands) {
    const field = fields.get(operand)
    if (field) added.addArgument(argumentOf(field))
  }
  for (const [key, field] of fields) if (!operands.includes(key)) added.addOption(optionOf(field))
  if (needsReason || isSeen) {
    added.addOption(
      new Option('--why <reason>', 'for the audit log: a ticket, a request').makeOptionMandatory(
        needsReason,
      ),
    )
    added.option('--who <name>', 'for the audit log: who orders it', context.who)
  }
  if (isTried) added.option('--dry-run', 'says what it would do, and changes nothing')
  added.option('--json', 'prints JSON for programs')
  added.action(async (...values: Written[]) => {
    const options = added.opts<Readonly<Record<string, Written>>>()
    const written = {
      ...options,
      ...Object.fromEntries(operands.map((operand, at) => [operand, values[at]])),
    }
    const order: Record<string, unknown> = {}
    for (const [key, { meta }] of fields) {
      const value = await valueOf(meta, written[key], context).catch((error: Error) =>
        added.error(`error: ${error.message}`),
      )
      if (value !== undefined) order[key] = value
    }
    const author = { who: textOf(options['who']) || context.who, why: textOf(options['why']) }
    const isDry = options['dryRun'] === true
    await run(name, { order, ...author, ...(isDry && { isDry }) }, options['json'] === true)
  })
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
async function valueOf(meta: Meta, written: Written, context: CommandContext): Promise<unknown> {
  if (meta.from === undefined || written === undefined) return written
  if (typeof written === 'object') {
    return Promise.all(written.map((one) => valueOf(meta, one, context)))
  }
  return meta.from === 'file' ? context.read(textOf(written)) : resolve(textOf(written))
}

function textOf(written: Written): string {
  return typeof written === 'string' ? written : ''
}

function asJson(data: unknown): string {
  return `${JSON.stringify(data, null, 2)}\n`
}
