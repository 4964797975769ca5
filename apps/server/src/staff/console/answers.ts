import type { FastifyReply } from 'fastify'

/** A refusal in the form of every answer of the acts. */
export function refuse(reply: FastifyReply, status: number, error: string, message: string) {
  return reply.code(status).send({ error, message, fields: [], data: null })
}
