/*
 * The one source of chance: the system's own generator. Not even tests replace it, because a
 * replaceable source can be made predictable.
 */
export { randomBytes, randomInt, randomUUID } from 'node:crypto'
