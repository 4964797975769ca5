import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@gatehouse/ui/Dialog'
import { useEffect, useRef, useState } from 'react'

export interface Choice {
  readonly id: string
  readonly label: string
  /** Where it happens. */
  readonly note?: string
  readonly run: () => void
}

export interface ChoiceGroup {
  readonly title: string
  readonly items: readonly Choice[]
}

interface Props {
  /** The choices for what is typed. */
  readonly choicesFor: (typed: string) => readonly ChoiceGroup[]
  readonly onClose: () => void
}

/** Everything that can be reached or ordered, by a few letters of its name. */
export function Palette({ choicesFor, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const groups = choicesFor(typed)
  return (
    <Dialog title="Go to, or order" onCancel={onClose}>
      <Autocomplete.Root
        items={groups}
        mode="none"
        value={typed}
        onValueChange={setTyped}
        itemToStringValue={(item: Choice) => item.label}
        autoHighlight="always"
        keepHighlight
        open
        inline
      >
        <Autocomplete.Input
          ref={input}
          className="palette-input"
          aria-label="A screen, an act, a deployment, or p and a name"
          placeholder="A screen, an act, or: p name"
        />
        <Autocomplete.Empty className="about palette-empty">
          <span>Nothing has this name. Write p and a name to search players.</span>
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
                    onClick={() => {
                      onClose()
                      item.run()
                    }}
                  >
                    <span>{item.label}</span>
                    {item.note !== undefined && <span className="quiet">{item.note}</span>}
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
