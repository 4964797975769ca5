import type { CanonicalName, Connect } from '@gatehouse/contract/entities'
import { type Answer, ok } from './answers.ts'
import { connects } from './defaults.ts'

type Links = Readonly<Partial<Record<CanonicalName, Partial<Connect>>>>

/** The four connections: linked are those that are named, with these differences. */
export function connectsWith(links: Links): Answer {
  return ok(
    connects.map((connect) => {
      const link = links[connect.CanonicalName as CanonicalName]
      const isSteam = connect.CanonicalName === 'steam'
      return {
        ...connect,
        IsLinked: link !== undefined,
        ConnectName: null,
        Avatar: null,
        LastCheck: null,
        Id_Account: null,
        ...(link && {
          ConnectName: 'Guy',
          Id_Account: isSteam ? '7656' : `${connect.Id}`,
          ...link,
        }),
      }
    }),
  )
}
