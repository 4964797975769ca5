import { identityProviders } from '../contract/src/identityProviders.ts'

/** The settings that point the server at the stand-ins instead of the real outside. */
export function outsideAt(standIns) {
  return Object.fromEntries(
    Object.entries(identityProviders).flatMap(([name, { standIn = name, addresses }]) =>
      Object.entries(addresses).map(([setting, [url]]) => [
        setting,
        // A stand-in has the paths of the real service below its own.
        `${standIns}/${standIn}${new URL(url).pathname.replace(/\/$/, '')}`,
      ]),
    ),
  )
}
