import { type ActRow, reason } from '@gatehouse/contract/acts/act'
import { orderAt } from '@gatehouse/contract/acts/entrances'
import { type ActName, actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import { actTitle } from '@gatehouse/contract/acts/titles'
import type { Tool } from '@modelcontextprotocol/server'
import * as z from 'zod'

/* The tools of an assistant: each is a row of the table of acts, and has nothing that the row lacks. */

/** `players end-sessions` is `players_end-sessions`: names of tools have no spaces. */
const toolNameOf = (name: ActName) => name.replaceAll(' ', '_')

const byToolName = new Map(actNames.map((name) => [toolNameOf(name), name]))

/** The act of a tool; undefined where no act has this name. */
export function actOfTool(name: string): ActName | undefined {
  return byToolName.get(name)
}

/** True where two calls make an act: the first one shows what it would do. */
export function isInTwoSteps({ kind }: ActRow): boolean {
  return kind !== 'look'
}

export function toolOf(name: ActName): Tool {
  const row: ActRow = everyAct[name]
  const { summary, kind, needsApproval, needsReason, isIrreversible } = row
  return {
    name: toolNameOf(name),
    title: actTitle(name),
    description: [
      summary,
      ...(isInTwoSteps(row) ? ['The first call changes nothing, and answers a token.'] : []),
      ...(needsApproval ? ['A person of the console has to approve it.'] : []),
      ...(kind === 'look' && needsReason ? ['It needs a reason.'] : []),
    ].join(' '),
    inputSchema: inputOf(row),
    annotations: {
      readOnlyHint: kind === 'look',
      destructiveHint: isIrreversible,
      openWorldHint: false,
    },
  }
}

function inputOf(row: ActRow): Tool['inputSchema'] {
  const { $schema: _, ...rest } = z.toJSONSchema(argumentsOf(row), {
    io: 'input',
    unrepresentable: 'any',
  })
  return rest as Tool['inputSchema']
}

/** The arguments of a tool, as it publishes them: the order, the reason, and the token of the first call. */
export function argumentsOf(row: ActRow): z.ZodObject {
  const { needsReason, isSeen } = row
  const why = reason.optional().meta({
    description: 'The reason, for the audit log: a ticket, a request. Neither addresses nor names.',
  })
  const token = z.string().optional().meta({
    description: 'Of the first call with the same order; with it the action is carried out.',
  })
  return z.strictObject({
    ...orderAt('assistant', row).shape,
    ...((needsReason || isSeen) && { why: row.kind === 'look' && needsReason ? reason : why }),
    ...(isInTwoSteps(row) && { token }),
  })
}
