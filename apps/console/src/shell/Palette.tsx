import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@gatehouse/ui/Dialog'
import { useEffect, useRef, useState } from 'react'
import { Name } from '../lists/Name.tsx'
import { type Choice, type ChoiceGroup, fitting } from './choices.ts'

interface Props {
  /** The choices for what is typed. */
  readonly choicesFor: (typed: string) => readonly ChoiceGroup[]
  readonly onClose: () => void
}

/** Everything that can be reached or ordered, by a few letters of its name. */
export function Palette({ choicesFor, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Choice | null>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const groups =
    chosen === null
      ? choicesFor(typed)
      : [{ title: 'Deployments', items: fitting(chosen.among ?? [], typed) }]

  function choose(item: Choice) {
    if (item.among === undefined) {
      onClose()
      item.run()
      return
    }
    setChosen(item)
    setTyped('')
  }

  return (
    <Dialog title={chosen?.label ?? 'Go to a screen or start an action'} onCancel={onClose}>
      <Autocomplete.Root
        items={groups.filter(({ items }) => items.length > 0)}
        mode="none"
        value={typed}
        onValueChange={(text, { reason }) => {
          // What was chosen is no text to search for.
          if (reason !== 'item-press') setTyped(text)
        }}
        itemToStringValue={(item: Choice) => item.label}
        autoHighlight="always"
        keepHighlight
        open
        inline
      >
        <Autocomplete.Input
          ref={input}
          className="palette-input"
          aria-label={
            chosen === null ? 'A screen, an action, a deployment, or p and a name' : 'A deployment'
          }
          placeholder={chosen === null ? 'A screen, an action, or: p name' : 'In which deployment?'}
        />
        <Autocomplete.Empty className="about palette-empty">
          <span>Nothing found. To search for a player, type p and the name.</span>
        </Autocomplete.Empty>
        <Autocomplete.List className="palette-list">
          {(group: ChoiceGroup) => (
            <Autocomplete.Group key={group.title} items={group.items}>
              <Autocomplete.GroupLabel className="palette-title">
                {group.title}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(item: Choice) => (
                  <Autocomplete.Item
                    key={item.id}
                    value={item}
                    className="palette-item"
                    onClick={() => choose(item)}
                  >
                    <span>{item.label}</span>
                    {item.note !== undefined && (
                      <span className="quiet">
                        <Name of={item.note} />
                      </span>
                    )}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Dialog>
  )
}
