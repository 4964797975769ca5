import * as z from 'zod'
import { giveBadge, listBadges, takeBadge } from '../../database/preferences/surveys.ts'
import { writeCommand, readCommand } from '../command/command.ts'
import { CommandRefusedError } from '../command/commandRefusedError.ts'
import { deployment, player } from '../command/orderFields.ts'
import { playerNamed, subjectOf } from '../command/playerNamed.ts'

const order = z.strictObject({
  player,
  badge: z
    .string()
    .regex(/^[a-z0-9-]{1,50}$/, 'is not made of small letters, digits and hyphens')
    .meta({ description: 'its name, like qualification-survey' }),
  deployment,
  title: z
    .string()
    .regex(/^[^;]{1,50}$/, 'is too long, or has a semicolon')
    .meta({ description: 'the title that comes with it' }),
})
const operands = ['player', 'badge'] as const

const list = readCommand({
  name: 'badges list',
  summary: 'Lists the badges that players have, and how many have each.',
  order: z.strictObject({ deployment }),
  async answer(services, { deployment }) {
    return { data: await listBadges(services.database.kysely, deployment) }
  },
})

const give = writeCommand({
  name: 'badges give',
  summary: 'Gives a player a badge and the title that comes with it.',
  order,
  operands,
  async perform(services, { deployment, player: named, badge, title }, transaction) {
    const found = await playerNamed(transaction, deployment, named)
    const given = { name: badge, title }
    if (!(await giveBadge(transaction, deployment, found.id, given, services.clock.now()))) {
      throw new CommandRefusedError(`${found.username} has the badge ${badge} already.`)
    }
    const message = `${found.username} has the badge ${badge}.`
    return { data: { id: found.id }, message, subject: subjectOf(found), details: { badge, title } }
  },
})

const take = writeCommand({
  name: 'badges take',
  summary: 'Takes a badge from a player, and the title that came with it.',
  order,
  operands,
  async perform(_, { deployment, player: named, badge, title }, transaction) {
    const found = await playerNamed(transaction, deployment, named)
    if (!(await takeBadge(transaction, deployment, found.id, { name: badge, title }))) {
      throw new CommandRefusedError(`${found.username} has no badge ${badge}.`)
    }
    const message = `${found.username} has the badge ${badge} no more.`
    return { data: { id: found.id }, message, subject: subjectOf(found), details: { badge, title } }
  },
})

export const badgeCommands = [list, give, take]
