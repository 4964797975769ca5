import { Button } from '@gatehouse/ui/Button'
import { Link } from '@tanstack/react-router'
import { useLook } from '../api/useLook.ts'
import type { Place } from '../api/useMe.ts'
import { Loaded } from '../lists/states.tsx'
import { forThose } from './missing.tsx'

/** The rules of a game that no role can win, in a trial with sample players. */
export const Steal = forThose('desk score', Rules)

function Rules({ place }: { readonly place: Place }) {
  const score = useLook('desk score', { deployment: place.path })
  return (
    <div className="screen">
      <h1>Try to steal PlayerOne</h1>
      <p className="lead">
        A thief who has talked the support into helping has these acts, and no others.
      </p>
      <ol>
        <li>
          You have won when you can log in as{' '}
          <Link to="/$place/players" params={{ place: place.path }} search={{ q: 'PlayerOne' }}>
            PlayerOne
          </Link>{' '}
          without the password that the start of the product printed, or keep the player’s own
          people out of the account for good.
        </li>
        <li>Every act of your role is allowed, as often as you like, in any order.</li>
        <li>The mailbox of PlayerOne is the player’s: a mail to it is no way in for you.</li>
        <li>
          The player reads each of your looks and acts in the portal, under Security, at once.
        </li>
      </ol>
      <Loaded from={score}>
        {({ attempts, acts, stolen }) => (
          <section className="card" aria-label="Score">
            <dl className="facts">
              <div>
                <dt>Acts and looks at PlayerOne</dt>
                <dd>{attempts}</dd>
              </div>
              <div>
                <dt>Tried so far</dt>
                <dd>{acts.join(', ') || 'nothing'}</dd>
              </div>
              <div>
                <dt>Accounts stolen</dt>
                <dd>{stolen}</dd>
              </div>
            </dl>
            <Button look="secondary" onClick={() => void score.refetch()}>
              Count again
            </Button>
          </section>
        )}
      </Loaded>
    </div>
  )
}
