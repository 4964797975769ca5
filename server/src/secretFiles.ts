import { readFileSync } from 'node:fs'
import { settingDescriptions, SettingsError } from './settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

const suffix = '_FILE'

/**
 * The environment, with `NAME` read from the file that `NAME_FILE` names, without the line break at
 * its end: how Docker, Kubernetes and systemd hand secrets over. Throws a SettingsError when a setting
 * is given both ways, or by a file that cannot be read.
 */
export function withSecretFiles(environment: Environment): Environment {
  const read: Record<string, string> = {}
  for (const [nameOfFile, path] of Object.entries(environment)) {
    // JOURNAL_FILE and its like are settings themselves.
    if (!nameOfFile.endsWith(suffix) || nameOfFile in settingDescriptions || !path) continue
    const name = nameOfFile.slice(0, -suffix.length)
    const isSetting = name in settingDescriptions
    if (environment[name] && isSetting) {
      throw new SettingsError(`${name} and ${nameOfFile} are both set: remove one.`)
    }
    if (environment[name]) continue
    try {
      read[name] = readFileSync(path, 'utf8').trimEnd()
    } catch (error) {
      // Others have variables of such names too; what a deployment misses it names itself.
      if (isSetting) throw new SettingsError(`${nameOfFile}: ${(error as Error).message}`)
    }
  }
  return { ...environment, ...read }
}
