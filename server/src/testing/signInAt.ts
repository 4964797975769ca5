/**
 * Signs in at a stand-in as somebody; answers the query with which the browser comes back. `cancel`
 * is somebody who says no.
 */
export async function signInAt(
  address: string,
  user: string,
): Promise<Readonly<Record<string, string>>> {
  const url = new URL(address)
  url.searchParams.set('user', user)
  const response = await fetch(url, { redirect: 'manual' })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`${response.status}: ${await response.text()}`)
  return Object.fromEntries(new URL(location).searchParams)
}
