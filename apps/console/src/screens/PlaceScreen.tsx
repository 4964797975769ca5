import { actTitle } from '@gatehouse/contract/acts/titles'
import { Link, useParams } from '@tanstack/react-router'
import { hasPage, rowOf } from '../api/actWords.ts'
import { askFor } from '../acts/openAct.ts'
import { actsByGroup } from '../api/screens.ts'
import { placeAt, useMe } from '../api/useMe.ts'
import { NotFound } from './missing.tsx'

/** Every act of the person's roles in a deployment, with what it does. */
export function PlaceScreen() {
  const { place: path } = useParams({ from: '/$place' })
  const place = placeAt(useMe(), path)
  if (place === undefined) return <NotFound />
  return (
    <div className="screen">
      <h1>{place.title}: all actions</h1>
      <div className="topics">
        {actsByGroup(place).map(([title, names]) => (
          <section key={title} className="card">
            <h2>{title}</h2>
            <dl className="all-acts">
              {names.map((name) => (
                <div key={name}>
                  <dt>
                    {hasPage(name) ? (
                      <Link
                        to="/$place/look/$"
                        params={{ place: path, _splat: name.replaceAll(' ', '/') }}
                      >
                        {actTitle(name)}
                      </Link>
                    ) : (
                      <button
                        type="button"
                        className="plain"
                        onClick={() => askFor({ name, place })}
                      >
                        {actTitle(name)}…
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
