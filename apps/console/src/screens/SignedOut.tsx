import { signInPath } from './signInPath.ts'

/** No person is signed in: where they wanted to go is kept. */
export function SignedOut() {
  const to = `${location.pathname}${location.search}`
  return (
    <main className="alone door">
      <div className="card">
        <span className="sign" data-theme="" aria-hidden="true" />
        <h1>Console</h1>
        <p>For staff of the studio. Sign in with your studio account.</p>
        <a className="button" data-look="primary" href={signInPath(to)}>
          Sign in
        </a>
        <p className="about">The audit log keeps what you do here, with your name.</p>
      </div>
    </main>
  )
}
