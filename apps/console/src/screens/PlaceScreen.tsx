import { Link, useParams } from '@tanstack/react-router'
import { byTopic, hasPage, rowOf, verbOf } from '../api/actWords.ts'
import { askFor } from '../acts/openAct.ts'
import { placeAt, useMe } from '../api/useMe.ts'
import { NotFound } from './missing.tsx'

/** Every act of the person's roles in a deployment, with what it does. */
export function PlaceScreen() {
  const { place: path } = useParams({ from: '/$place' })
  const place = placeAt(useMe(), path)
  if (place === undefined) return <NotFound />
  return (
    <div className="screen">
      <h1>{place.title}: all acts</h1>
      <div className="topics">
        {[...byTopic(place.acts)].map(([topic, names]) => (
          <section key={topic} className="card">
            <h2>{topic}</h2>
            <dl className="all-acts">
              {names.map((name) => (
                <div key={name}>
                  <dt>
                    {hasPage(name) ? (
                      <Link
                        to="/$place/look/$"
                        params={{ place: path, _splat: name.replaceAll(' ', '/') }}
                      >
                        {verbOf(name)}
                      </Link>
                    ) : (
                      <button
                        type="button"
                        className="plain"
                        onClick={() => askFor({ name, place })}
                      >
                        {verbOf(name)}…
                      </button>
                    )}
                  </dt>
                  <dd>{rowOf(name)?.summary}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </div>
  )
}
