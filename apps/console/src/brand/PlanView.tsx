import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { planViews } from '@gatehouse/contract/console/planViews'
import { useState } from 'react'
import { ActButton } from '../acts/ActButton.tsx'
import type { Place } from '../api/useMe.ts'
import { Choice } from './Frames.tsx'
import { Picture } from './Picture.tsx'
import type { Overlay, Shown } from './studio.ts'
import type { Draft } from './useStudio.ts'

type Plan = AnswerOf<'drafts plan'>

interface Props {
  readonly plan: Plan
  readonly draft: Draft
  readonly place: Place
  readonly shown: Shown
  readonly changes: Overlay
  readonly address: string | undefined
}

/** The effects of a draft if it were published, with pictures before and after. */
export function PlanView({ plan, draft, place, shown, changes, address }: Props) {
  return (
    <>
      {plan.problems.length > 0 && (
        <section className="card effect" role="alert">
          <h2>It cannot be published</h2>
          <ul>
            {plan.problems.map((problem) => (
              <li key={problem} className="complaint">
                {problem}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Effects plan={plan} />
      <Changes changes={plan.changes} />
      {address !== undefined && plan.screens.length + plan.mails.length > 0 && (
        <BeforeAndAfter plan={plan} shown={shown} changes={changes} address={address} />
      )}
      <Steps plan={plan} draft={draft} place={place} />
    </>
  )
}

function Effects({ plan: { concerned, screens, calls, mails, changes } }: { readonly plan: Plan }) {
  if (changes.length === 0) return <p>It changes nothing of what is served.</p>
  const { players, clients, languages } = concerned
  return (
    <section className="card effect">
      <h2>Effects</h2>
      <ul>
        <li>
          Up to {players.toLocaleString('en')} players and {clients} sites notice it, in{' '}
          {languages.join(', ')}.
        </li>
        {screens.length > 0 && <li>These screens change: {screens.join(', ')}.</li>}
        {calls.map(({ call, isOpen }) => (
          <li key={call}>
            The call <code>{call}</code> {isOpen ? 'opens' : 'closes'}.
          </li>
        ))}
        <li>{saidOf(mails.length)}</li>
      </ul>
    </section>
  )
}

function saidOf(mails: number): string {
  if (mails === 0) return 'No mail changes.'
  return mails === 1 ? 'One mail changes.' : `${mails} mails change.`
}

function Changes({ changes }: { readonly changes: Plan['changes'] }) {
  if (changes.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll what is wider than the page
    <div className="scrolls" tabIndex={0} role="group" aria-label="Changes">
      <table className="list">
        <caption className="unseen">Changes</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Served now</th>
            <th scope="col">In the draft</th>
            <th scope="col">Class</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, class: kind, before, after }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td data-title="Served now">{before ?? '–'}</td>
              <td data-title="In the draft">{after ?? '–'}</td>
              <td data-title="Class">{kind}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The share of a picture that the page shows, by whether it is wide. */
const scaleOf = (width: number) => (width > 500 ? 0.28 : 0.36)

interface PairsProps extends Pick<Props, 'plan' | 'shown' | 'changes'> {
  readonly address: string
}

function BeforeAndAfter({ plan, shown, changes, address }: PairsProps) {
  const titles = new Set([...plan.screens, ...plan.mails.map((mail) => `Mail: ${mail}`)])
  const options = shown.views.filter(({ title }) => titles.has(title))
  const [what, setWhat] = useState(options[0]?.what ?? 'home')
  const language = shown.languages[0] ?? 'en'
  return (
    <section aria-labelledby="pairs">
      <h2 id="pairs">Before and after</h2>
      <div className="filters">
        <Choice label="Screen or mail" value={what} options={options} onChange={setWhat} />
      </div>
      <div className="pictures">
        {planViews.map(({ title, width, height, view }) => {
          const own = { what, language, scheme: 'light' as const, ...view }
          return (
            <div key={title} className="pair">
              {([null, changes] as const).map((each) => (
                <Picture
                  key={each === null ? 'before' : 'after'}
                  title={`${title}: ${each === null ? 'before' : 'after'}`}
                  address={address}
                  changes={each}
                  size={{ width, height, scale: scaleOf(width) }}
                  view={own}
                />
              ))}
            </div>
          )
        })}
      </div>
    </section>
  )
}

/** The next steps: a stage on one node, or all nodes at once. */
function Steps({ plan, draft, place }: Pick<Props, 'plan' | 'draft' | 'place'>) {
  const { fingerprint, changes, problems } = plan
  if (changes.length === 0 || problems.length > 0) return null
  const preset = { draft: draft.draft, revision: draft.revision, fingerprint }
  const isLook = changes.every((each) => each.class === 'look')
  const isGuarded = changes.some((each) => each.class === 'security')
  const publish = isGuarded ? 'versions publish-security' : 'versions publish'
  return (
    <div className="acts">
      <ActButton name={publish} place={place} preset={preset} look="primary">
        Publish
      </ActButton>
      {isLook && draft.stagedOn === null && (
        <ActButton name="versions stage" place={place} preset={preset} look="secondary">
          Stage on one node
        </ActButton>
      )}
      {draft.stagedOn !== null && (
        <ActButton
          name="versions unstage"
          place={place}
          preset={{ draft: draft.draft }}
          look="secondary"
        >
          End the stage on {draft.stagedOn}
        </ActButton>
      )}
    </div>
  )
}
