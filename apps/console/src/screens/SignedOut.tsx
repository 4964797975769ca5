import { signInPath } from './signInPath.ts'

/** No person is signed in: where they wanted to go is kept. */
export function SignedOut() {
  const to = `${location.pathname}${location.search}`
  return (
    <main className="alone">
      <h1>Console</h1>
      <p>For staff of the studio. Sign in with your studio account.</p>
      <a className="button" data-look="primary" href={signInPath(to)}>
        Sign in
      </a>
    </main>
  )
}
