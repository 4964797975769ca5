import type { FastifyReply } from 'fastify'

/** Orders may carry the text of a mailing, or a list of players. */
export const bodyLimit = 10_000_000

/** A refusal in the form of every answer of the acts. */
export function refuse(reply: FastifyReply, status: number, error: string, message: string) {
  return reply.code(status).send({ error, message, fields: [], data: null })
}
