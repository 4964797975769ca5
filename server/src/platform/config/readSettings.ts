import { productionChecks } from './productionChecks.ts'
import {
  type Environment,
  schema,
  settingDescriptions,
  type Settings,
  SettingsError,
  valueOf,
} from './settings.ts'

/**
 * Reads the settings from the process's environment; an empty value counts as absent. Throws a
 * SettingsError that names every invalid setting.
 */
export function readSettings(environment: Environment): Settings {
  const given: Record<string, string | undefined> = {}
  const unread: string[] = []
  for (const name of Object.keys(schema.shape) as (keyof Settings)[]) {
    try {
      given[name] = valueOf(environment, name)
    } catch (error) {
      unread.push((error as Error).message)
    }
  }
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      return `${name}: ${issue.message}. ${settingDescriptions[name] ?? ''}`
    })
    throw new SettingsError([...unread, ...errors].join('\n'))
  }
  const errors = [
    ...unread,
    ...dkimErrors(parsed.data),
    ...avatarErrors(parsed.data),
    ...(parsed.data.NODE_ENV === 'production' ? productionChecks(parsed.data) : []),
  ]
  if (errors.length > 0) throw new SettingsError(errors.join('\n'))
  return parsed.data
}

function dkimErrors(settings: Settings): string[] {
  const names = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'] as const
  const missing = names.filter((name) => settings[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  return [`${missing.join(', ')}: missing. Mails are signed by all three settings, or by none.`]
}

function avatarErrors(settings: Settings): string[] {
  const keys = ['AVATAR_S3_ACCESS_KEY_ID', 'AVATAR_S3_SECRET_ACCESS_KEY'] as const
  if (settings.AVATAR_S3_URL === undefined) return []
  const missing = keys.filter((name) => settings[name] === undefined)
  return missing.map((name) => `${name}: missing. AVATAR_S3_URL needs it.`)
}
