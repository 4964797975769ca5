import { themeNames } from '../themes/applyTheme.ts'
import { schemes } from '../themes/scheme.ts'
import styles from './Gallery.module.css'

/** Reloads the page in another theme or scheme. */
export function ThemeChoice() {
  const query = new URLSearchParams(location.search)
  return (
    <form
      action="/__ui"
      className={styles.row}
      onChange={({ currentTarget }) => currentTarget.submit()}
    >
      <Choice name="theme" values={themeNames} chosen={query.get('theme')} />
      <Choice name="scheme" values={schemes} chosen={query.get('scheme')} />
      <a href="/__ui">All of them</a>
    </form>
  )
}

interface Props {
  readonly name: string
  readonly values: readonly string[]
  readonly chosen: string | null
}

function Choice({ name, values, chosen }: Props) {
  return (
    <label>
      {name}{' '}
      <select name={name} defaultValue={chosen ?? values[0]}>
        {values.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
    </label>
  )
}
