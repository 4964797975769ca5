import { reasonsOf } from '@gatehouse/server/staff/acts/imports/importedPlayer'
import * as z from 'zod'
import type { Conversion } from './conversion.ts'
import { fieldsLeftOut, nameFrom } from './leftOut.ts'

/*
 * Players of forums and sites that keep them in a table of a database, and have no export of their own: a
 * query's rows, as CSV or JSON, by the names of the columns.
 */

const text = z.union([z.string(), z.number()]).transform(String)
const optional = text.nullish().transform((value) => value ?? '')
const yes = z
  .union([z.boolean(), z.number(), z.string()])
  .nullish()
  .transform((value) => ['1', 'true', 't'].includes(String(value ?? '').toLowerCase()))

/** Seconds, or a moment of UTC as databases print it; undefined for none. */
const moment = optional.transform((value, context) => {
  if (['', '0'].includes(value) || value.startsWith('0000-')) return undefined
  const isZoned = /(?:Z|UTC|[+-]\d\d(?::?\d\d)?)$/.test(value)
  const date = new Date(
    /^\d+$/.test(value) ? Number(value) * 1000 : isZoned ? value : `${value.replace(' ', 'T')}Z`,
  )
  if (!Number.isNaN(date.getTime())) return date.toISOString()
  context.addIssue({ code: 'custom', message: 'is no moment' })
  return z.NEVER
})

/** What a row says about a player, in words that all systems share. */
interface Said {
  readonly sub: string
  readonly username: string
  readonly email: string
  readonly passwordHash: string
  readonly createdAt: string | undefined
  /** The system has proven the address. */
  readonly isConfirmed: boolean
  readonly isBanned: boolean
  readonly leftOut?: readonly string[]
}

interface Table<Schema extends z.ZodObject> {
  readonly columns: Schema
  /** Columns that say nothing about a player. */
  readonly ignored: readonly string[]
  /** A row that is no player, and what it is. */
  readonly skips?: (row: z.output<Schema>) => string | null
  readonly read: (row: z.output<Schema>, now: Date) => Said
}

function converter<Schema extends z.ZodObject>({ columns, ignored, skips, read }: Table<Schema>) {
  return (given: unknown, now: Date): Conversion => {
    const parsed = columns.safeParse(given)
    if (!parsed.success) return { error: reasonsOf(parsed.error) }
    const leftOut = skips?.(parsed.data) ?? null
    if (leftOut !== null) return { leftOut }
    const said = read(parsed.data, now)
    const { named, leftOut: unnamed } = nameFrom(said.username)
    return {
      player: {
        sub: said.sub,
        ...named,
        email: said.email,
        ...(said.passwordHash !== '' && { passwordHash: said.passwordHash }),
        ...(said.createdAt !== undefined && { createdAt: said.createdAt }),
        ...(said.isConfirmed && { confirmedAt: said.createdAt ?? now.toISOString() }),
        ...(said.isBanned && { bannedAt: now.toISOString() }),
        leftOut: [
          ...unnamed,
          ...(said.leftOut ?? []),
          ...fieldsLeftOut(given, [...Object.keys(columns.shape), ...ignored]),
        ],
      },
    }
  }
}

const usersOfDiscourse = z.object({
  id: text,
  username: optional,
  email: optional,
  active: yes,
  created_at: moment,
  suspended_till: moment,
  password_hash: optional,
  salt: optional,
  password_salt: optional,
  password_algorithm: optional,
  second_factors: optional,
})

const usersOfPhpbb = z.object({
  user_id: text,
  username: optional,
  user_email: optional,
  user_password: optional,
  user_regdate: moment,
  user_type: optional,
  user_inactive_reason: optional,
})

const usersOfVbulletin = z.object({
  userid: text,
  username: optional,
  email: optional,
  token: optional,
  scheme: optional,
  password: optional,
  salt: optional,
  joindate: moment,
  usergroupid: optional,
})

const usersOfXenforo = z.object({
  user_id: text,
  username: optional,
  email: optional,
  register_date: moment,
  user_state: optional,
  is_banned: yes,
  scheme_class: optional,
  data: optional,
})

const usersOfWordpress = z.object({
  ID: text,
  user_login: optional,
  user_email: optional,
  user_pass: optional,
  user_registered: moment,
  user_status: optional,
})

/** Hashes that no reader takes; the import counts them, and the player sets another password. */
const unreadable = 'unreadable'

export const convertDiscourseUser = converter({
  columns: usersOfDiscourse,
  ignored: ['username_lower', 'updated_at', 'user_id', 'primary'],
  skips: ({ id }) => (Number(id) < 0 ? 'accounts of the forum itself' : null),
  read: (row, now) => {
    const algorithm = row.password_algorithm || '$pbkdf2-sha256$i=64000,l=32$'
    const salt = row.salt || row.password_salt
    return {
      sub: row.id,
      username: row.username,
      email: row.email,
      passwordHash: row.password_hash && `${algorithm}${salt}$${row.password_hash}`,
      createdAt: row.created_at,
      isConfirmed: row.active,
      isBanned: row.suspended_till !== undefined && new Date(row.suspended_till) > now,
      leftOut: row.second_factors === '' || row.second_factors === '0' ? [] : ['a second factor'],
    }
  },
})

export const convertPhpbbUser = converter({
  columns: usersOfPhpbb,
  ignored: ['username_clean', 'user_email_hash', 'user_form_salt'],
  // Bots and the guest.
  skips: ({ user_type: type }) => (type === '2' ? 'accounts of the forum itself' : null),
  read: (row) => ({
    sub: row.user_id,
    username: row.username,
    email: row.user_email,
    passwordHash: row.user_password,
    createdAt: row.user_regdate,
    isConfirmed: false,
    // Inactive by an administrator; by another reason the address waits for its confirmation.
    isBanned: row.user_type === '1' && row.user_inactive_reason === '3',
  }),
})

export const convertVbulletinUser = converter({
  columns: usersOfVbulletin,
  ignored: [],
  read: (row) => ({
    sub: row.userid,
    username: row.username,
    email: row.email,
    // Older versions keep an MD5, which protects nobody.
    passwordHash: row.scheme.startsWith('blowfish') && row.token ? `$vb${row.token}` : unreadable,
    createdAt: row.joindate,
    isConfirmed: false,
    isBanned: row.usergroupid === '8',
  }),
})

export const convertXenforoUser = converter({
  columns: usersOfXenforo,
  ignored: ['remember_key'],
  read: (row) => {
    // Serialized by PHP, or JSON.
    const hash = /(\$(?:2[axy]|P|H|argon2)[^"\\]+)/.exec(row.data)?.[1]
    return {
      sub: row.user_id,
      username: row.username,
      email: row.email,
      passwordHash: hash ?? unreadable,
      createdAt: row.register_date,
      isConfirmed: false,
      isBanned: row.is_banned || ['rejected', 'disabled'].includes(row.user_state),
    }
  },
})

export const convertWordpressUser = converter({
  columns: usersOfWordpress,
  ignored: ['user_nicename', 'user_activation_key', 'user_url'],
  read: (row) => ({
    sub: row.ID,
    username: row.user_login,
    email: row.user_email,
    passwordHash: row.user_pass,
    createdAt: row.user_registered,
    isConfirmed: false,
    isBanned: false,
  }),
})
