/*
 * The one source of chance: the system's own generator. Nobody brings another one, tests neither: what
 * cannot be exchanged cannot be foreseen.
 */
export { randomBytes, randomInt, randomUUID } from 'node:crypto'
