import { signInPath } from './signInPath.ts'

/** No person is signed in: where they wanted to go is kept. */
export function SignedOut() {
  const to = `${location.pathname}${location.search}`
  return (
    <main className="alone">
      <h1>Console</h1>
      <p>For the studio’s staff. You sign in with your account of the studio.</p>
      <a className="button" data-look="primary" href={signInPath(to)}>
        Sign in
      </a>
    </main>
  )
}
