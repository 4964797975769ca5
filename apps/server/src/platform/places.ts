import { readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { Reader, type CityResponse } from 'mmdb-lib'
import { SettingsError } from './config/settings.ts'

export type Places = ReturnType<typeof createPlaces>

/** Finds places by addresses in a local database, so that no outside service sees a player. */
export function createPlaces({ GEO_DATABASE: file }: { readonly GEO_DATABASE: string }) {
  const reader = file === '' ? null : openReader(file)
  return {
    /**
     * `Lyon, France` in a language, as far as the database knows; '' without one, and for an unknown
     * address.
     */
    placeOf(ip: string, language: string): string {
      // A database of IPv4 would take the beginning of a longer address for one.
      if (reader === null || (isIPv6(ip) && reader.metadata.ipVersion === 4)) return ''
      const found = reader.get(ip)
      const names = [found?.city?.names, found?.country?.names].map(
        (all) => all?.[(language === 'zh-Hans' ? 'zh-CN' : language) as 'en'] ?? all?.en ?? '',
      )
      return names.filter(Boolean).join(', ')
    },
  }
}

function openReader(file: string): Reader<CityResponse> {
  try {
    return new Reader<CityResponse>(readFileSync(file))
  } catch (cause) {
    const reason = (cause as Error).message
    throw new SettingsError(`GEO_DATABASE cannot be read: ${reason}.`, { cause })
  }
}
