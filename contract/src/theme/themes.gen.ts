// Written by `npm run themes --workspace portal` out of portal/src/themes. Change nothing here.
import type { Theme } from './themes.ts'

export const ownThemes: Readonly<Record<string, Theme>> = {
  "avalanche": {
    "tokens": {
      "ground": [
        "light-dark(oklch(0.985 0.006 230), oklch(0.195 0.04 255))"
      ],
      "surface": [
        "light-dark(oklch(1 0 0), oklch(0.24 0.045 255))"
      ],
      "sunken": [
        "light-dark(oklch(0.95 0.014 230), oklch(0.165 0.035 255))"
      ],
      "line": [
        "light-dark(oklch(0.88 0.02 230), oklch(0.37 0.05 250))"
      ],
      "edge": [
        "light-dark(oklch(0.58 0.04 235), oklch(0.63 0.05 245))"
      ],
      "text": [
        "light-dark(oklch(0.24 0.045 250), oklch(0.965 0.01 220))"
      ],
      "quiet": [
        "light-dark(oklch(0.46 0.04 245), oklch(0.78 0.03 235))"
      ],
      "accent": [
        "light-dark(oklch(0.5 0.13 245), oklch(0.84 0.13 170))"
      ],
      "accent-strong": [
        "light-dark(oklch(0.42 0.125 250), oklch(0.9 0.11 172))"
      ],
      "on-accent": [
        "light-dark(oklch(0.995 0.003 230), oklch(0.22 0.05 190))"
      ],
      "good": [
        "light-dark(oklch(0.45 0.12 155), oklch(0.84 0.15 150))"
      ],
      "body": [
        "var(--display)"
      ],
      "name-case": [
        "none"
      ],
      "field": [
        "var(--sunken)"
      ],
      "bar": [
        "var(--ground)"
      ],
      "tab": [
        "linear-gradient(var(--along), var(--sunken), transparent)"
      ],
      "row": [
        "linear-gradient(var(--along), var(--accent) 4px, var(--sunken) 4px, transparent)"
      ],
      "row-space": [
        "var(--space-4) var(--space-4) var(--space-4) var(--space-5)"
      ],
      "row-gap": [
        "var(--space-3)"
      ],
      "identity-space": [
        "var(--space-8)"
      ]
    },
    "mail": {
      "body": "'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
      "display": "'Arial Black', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif",
      "cardRadius": 16,
      "buttonRadius": 10
    }
  },
  "creative-assembly": {
    "tokens": {
      "ground": [
        "light-dark(oklch(0.972 0.016 88), oklch(0.205 0.04 335))"
      ],
      "surface": [
        "light-dark(oklch(0.99 0.008 88), oklch(0.245 0.045 335))"
      ],
      "sunken": [
        "light-dark(oklch(0.935 0.024 88), oklch(0.17 0.035 335))"
      ],
      "line": [
        "light-dark(oklch(0.84 0.05 85), oklch(0.4 0.06 345))"
      ],
      "edge": [
        "light-dark(oklch(0.57 0.06 70), oklch(0.63 0.06 350))"
      ],
      "text": [
        "light-dark(oklch(0.26 0.05 20), oklch(0.95 0.02 85))"
      ],
      "quiet": [
        "light-dark(oklch(0.45 0.045 30), oklch(0.79 0.03 60))"
      ],
      "accent": [
        "light-dark(oklch(0.43 0.16 22), oklch(0.83 0.11 85))"
      ],
      "accent-strong": [
        "light-dark(oklch(0.36 0.14 22), oklch(0.9 0.09 88))"
      ],
      "on-accent": [
        "light-dark(oklch(0.985 0.012 88), oklch(0.22 0.06 20))"
      ],
      "good": [
        "light-dark(oklch(0.43 0.1 150), oklch(0.83 0.13 150))"
      ],
      "name-case": [
        "none"
      ],
      "bar": [
        "light-dark(oklch(0.4 0.15 22), oklch(0.28 0.09 15))"
      ],
      "on-bar": [
        "light-dark(oklch(0.97 0.03 88), oklch(0.93 0.05 85))"
      ],
      "gold": [
        "light-dark(oklch(0.72 0.13 82), oklch(0.75 0.12 83))"
      ],
      "tab": [
        "linear-gradient(0deg, var(--gold) 0 4px, transparent 0)",
        "linear-gradient(var(--along), var(--gold) 0 4px, transparent 0)"
      ],
      "row-space": [
        "var(--space-5) 0"
      ],
      "header-space": [
        "var(--space-5)",
        "var(--space-7) var(--space-5)"
      ],
      "identity-space": [
        "var(--space-6)"
      ]
    },
    "mail": {
      "body": "'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif",
      "display": "'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif",
      "cardRadius": 2,
      "buttonRadius": 2,
      "stripe": [
        "#cd9c34"
      ]
    }
  },
  "focus": {
    "tokens": {
      "ground": [
        "light-dark(oklch(0.965 0.018 190), oklch(0.2 0.035 225))"
      ],
      "surface": [
        "light-dark(oklch(0.99 0.008 190), oklch(0.245 0.04 225))"
      ],
      "sunken": [
        "light-dark(oklch(0.93 0.028 190), oklch(0.17 0.03 225))"
      ],
      "line": [
        "light-dark(oklch(0.84 0.04 195), oklch(0.38 0.05 220))"
      ],
      "edge": [
        "light-dark(oklch(0.54 0.06 205), oklch(0.62 0.06 210))"
      ],
      "text": [
        "light-dark(oklch(0.26 0.05 220), oklch(0.95 0.02 180))"
      ],
      "quiet": [
        "light-dark(oklch(0.44 0.05 215), oklch(0.78 0.035 195))"
      ],
      "accent": [
        "light-dark(oklch(0.44 0.085 205), oklch(0.83 0.12 68))"
      ],
      "accent-strong": [
        "light-dark(oklch(0.36 0.075 210), oklch(0.89 0.1 74))"
      ],
      "on-accent": [
        "light-dark(oklch(0.99 0.01 190), oklch(0.22 0.05 60))"
      ],
      "good": [
        "light-dark(oklch(0.43 0.11 160), oklch(0.83 0.13 165))"
      ],
      "bar": [
        "light-dark(oklch(0.36 0.07 210), oklch(0.16 0.035 230))"
      ],
      "on-bar": [
        "light-dark(oklch(0.98 0.02 190), oklch(0.93 0.04 80))"
      ],
      "brass": [
        "light-dark(oklch(0.72 0.1 80), oklch(0.68 0.1 78))"
      ],
      "tab": [
        "var(--sunken)"
      ],
      "row": [
        "var(--surface)"
      ],
      "row-space": [
        "var(--space-3) var(--space-5)"
      ],
      "row-gap": [
        "var(--space-2)"
      ],
      "header-space": [
        "var(--space-6) var(--space-5)"
      ],
      "art-width": [
        "var(--band)"
      ]
    },
    "mail": {
      "body": "'Avenir Next', Avenir, Candara, 'Gill Sans', 'Segoe UI', sans-serif",
      "display": "'Avenir Next', Avenir, Candara, 'Gill Sans', 'Segoe UI', sans-serif",
      "cardRadius": 24,
      "buttonRadius": 32,
      "stripe": [
        "#c69e58"
      ]
    }
  },
  "platform": {
    "tokens": {
      "ground": [
        "light-dark(oklch(0.975 0.012 85), oklch(0.19 0.035 278))"
      ],
      "surface": [
        "light-dark(oklch(1 0 0), oklch(0.235 0.042 278))"
      ],
      "sunken": [
        "light-dark(oklch(0.95 0.016 85), oklch(0.165 0.03 278))"
      ],
      "line": [
        "light-dark(oklch(0.87 0.02 85), oklch(0.36 0.05 278))"
      ],
      "edge": [
        "light-dark(oklch(0.58 0.03 280), oklch(0.6 0.05 278))"
      ],
      "text": [
        "light-dark(oklch(0.25 0.05 280), oklch(0.95 0.015 85))"
      ],
      "quiet": [
        "light-dark(oklch(0.46 0.04 280), oklch(0.76 0.03 278))"
      ],
      "accent": [
        "light-dark(oklch(0.43 0.16 284), oklch(0.82 0.14 78))"
      ],
      "accent-strong": [
        "light-dark(oklch(0.36 0.15 284), oklch(0.88 0.12 82))"
      ],
      "on-accent": [
        "light-dark(oklch(0.99 0.01 85), oklch(0.22 0.06 60))"
      ],
      "good": [
        "light-dark(oklch(0.45 0.12 152), oklch(0.82 0.15 155))"
      ],
      "bad": [
        "light-dark(oklch(0.48 0.19 27), oklch(0.79 0.13 25))"
      ],
      "on-bad": [
        "light-dark(oklch(0.99 0.01 25), oklch(0.22 0.06 25))"
      ],
      "bad-ground": [
        "light-dark(oklch(0.955 0.025 25), oklch(0.27 0.07 20))"
      ],
      "name-case": [
        "uppercase"
      ],
      "field": [
        "var(--surface)"
      ],
      "bar": [
        "var(--surface)"
      ],
      "on-bar": [
        "var(--text)"
      ],
      "tab": [
        "transparent"
      ],
      "on-tab": [
        "var(--text)"
      ],
      "row": [
        "none"
      ],
      "row-space": [
        "var(--space-4) 0"
      ],
      "identity-space": [
        "var(--space-7)"
      ],
      "art": [
        "var(--art-light)",
        "var(--art-dark)",
        "var(--art-dark)"
      ],
      "header-space": [
        "var(--space-2) var(--space-5)",
        "var(--space-6)"
      ]
    },
    "mail": {
      "body": "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
      "display": "'Trebuchet MS', 'Segoe UI', Verdana, sans-serif",
      "cardRadius": 4,
      "buttonRadius": 4
    }
  },
  "relic": {
    "tokens": {
      "ground": [
        "light-dark(oklch(0.955 0.018 85), oklch(0.175 0.012 60))"
      ],
      "surface": [
        "light-dark(oklch(0.985 0.01 85), oklch(0.215 0.016 60))"
      ],
      "sunken": [
        "light-dark(oklch(0.915 0.028 85), oklch(0.145 0.01 60))"
      ],
      "line": [
        "light-dark(oklch(0.82 0.045 80), oklch(0.37 0.035 70))"
      ],
      "edge": [
        "light-dark(oklch(0.55 0.05 65), oklch(0.6 0.05 75))"
      ],
      "text": [
        "light-dark(oklch(0.25 0.03 50), oklch(0.94 0.02 85))"
      ],
      "quiet": [
        "light-dark(oklch(0.44 0.035 55), oklch(0.77 0.03 80))"
      ],
      "accent": [
        "light-dark(oklch(0.47 0.155 31), oklch(0.8 0.115 80))"
      ],
      "accent-strong": [
        "light-dark(oklch(0.4 0.14 31), oklch(0.87 0.1 84))"
      ],
      "on-accent": [
        "light-dark(oklch(0.985 0.01 85), oklch(0.2 0.035 60))"
      ],
      "good": [
        "light-dark(oklch(0.43 0.1 140), oklch(0.82 0.13 135))"
      ],
      "bad": [
        "light-dark(oklch(0.47 0.18 22), oklch(0.79 0.13 25))"
      ],
      "bar": [
        "light-dark(oklch(0.28 0.035 50), oklch(0.13 0.01 60))"
      ],
      "on-bar": [
        "light-dark(oklch(0.93 0.04 85), oklch(0.84 0.09 82))"
      ],
      "tab": [
        "var(--accent)"
      ],
      "on-tab": [
        "var(--on-accent)"
      ],
      "sheet": [
        "var(--surface)"
      ],
      "sheet-space": [
        "var(--space-5)"
      ],
      "header-space": [
        "var(--space-5)",
        "var(--space-6)"
      ],
      "brass": [
        "light-dark(oklch(0.6 0.1 75), oklch(0.72 0.11 78))"
      ]
    },
    "mail": {
      "body": "'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
      "display": "'Arial Narrow', 'Roboto Condensed', 'Helvetica Neue', Arial, sans-serif",
      "cardRadius": 0,
      "buttonRadius": 0,
      "stripe": [
        "#a37734",
        "#ca9c4e",
        "#a37734"
      ]
    }
  },
  "sandbox": {
    "tokens": {
      "ground": [
        "light-dark(oklch(0.985 0.024 92), oklch(0.215 0.07 295))"
      ],
      "surface": [
        "light-dark(oklch(1 0 0), oklch(0.26 0.08 295))"
      ],
      "sunken": [
        "light-dark(oklch(0.945 0.05 92), oklch(0.18 0.06 295))"
      ],
      "line": [
        "light-dark(oklch(0.85 0.07 85), oklch(0.42 0.1 298))"
      ],
      "edge": [
        "light-dark(oklch(0.3 0.06 290), oklch(0.72 0.09 300))"
      ],
      "text": [
        "light-dark(oklch(0.25 0.06 290), oklch(0.97 0.02 95))"
      ],
      "quiet": [
        "light-dark(oklch(0.44 0.06 290), oklch(0.8 0.05 300))"
      ],
      "accent": [
        "light-dark(oklch(0.49 0.2 275), oklch(0.88 0.16 95))"
      ],
      "accent-strong": [
        "light-dark(oklch(0.42 0.19 278), oklch(0.93 0.13 98))"
      ],
      "on-accent": [
        "light-dark(oklch(0.99 0.01 92), oklch(0.22 0.07 290))"
      ],
      "good": [
        "light-dark(oklch(0.45 0.13 150), oklch(0.85 0.17 150))"
      ],
      "bad-ground": [
        "light-dark(oklch(0.945 0.035 25), oklch(0.29 0.1 15))"
      ],
      "name-case": [
        "none"
      ],
      "bar": [
        "light-dark(oklch(0.88 0.16 92), oklch(0.3 0.12 290))"
      ],
      "on-bar": [
        "light-dark(oklch(0.25 0.06 290), oklch(0.97 0.03 95))"
      ],
      "tab": [
        "var(--accent)"
      ],
      "on-tab": [
        "var(--on-accent)"
      ],
      "row": [
        "var(--ground)"
      ],
      "row-space": [
        "var(--space-3) var(--space-4)"
      ],
      "row-gap": [
        "var(--space-4)"
      ],
      "header-space": [
        "var(--space-5)",
        "var(--space-8) var(--space-5)"
      ],
      "identity-margin": [
        "var(--space-5) max(var(--space-5), (100vw - 68rem) / 2) 0"
      ],
      "identity-inset": [
        "var(--space-5)"
      ],
      "identity-space": [
        "var(--space-5)"
      ],
      "panel": [
        "var(--ground)"
      ]
    },
    "mail": {
      "body": "'Trebuchet MS', Verdana, sans-serif",
      "display": "'Courier New', Courier, monospace",
      "cardRadius": 4,
      "buttonRadius": 4,
      "stripe": [
        "#f2545b",
        "#ffb300",
        "#2f8ded",
        "#39b86a"
      ]
    }
  },
  "two-point-studios": {
    "tokens": {
      "ground": [
        "light-dark(oklch(0.992 0.01 100), oklch(0.225 0.055 282))"
      ],
      "surface": [
        "light-dark(oklch(1 0 0), oklch(0.27 0.065 282))"
      ],
      "sunken": [
        "light-dark(oklch(0.955 0.025 185), oklch(0.19 0.05 282))"
      ],
      "line": [
        "light-dark(oklch(0.89 0.03 190), oklch(0.4 0.08 284))"
      ],
      "edge": [
        "light-dark(oklch(0.56 0.06 200), oklch(0.65 0.08 285))"
      ],
      "text": [
        "light-dark(oklch(0.29 0.06 245), oklch(0.97 0.012 100))"
      ],
      "quiet": [
        "light-dark(oklch(0.46 0.055 235), oklch(0.81 0.04 285))"
      ],
      "accent": [
        "light-dark(oklch(0.48 0.09 188), oklch(0.83 0.11 355))"
      ],
      "accent-strong": [
        "light-dark(oklch(0.41 0.08 190), oklch(0.89 0.08 355))"
      ],
      "on-accent": [
        "light-dark(oklch(0.995 0.005 180), oklch(0.25 0.08 330))"
      ],
      "good": [
        "light-dark(oklch(0.46 0.12 155), oklch(0.85 0.15 155))"
      ],
      "bad": [
        "light-dark(oklch(0.49 0.19 15), oklch(0.8 0.13 20))"
      ],
      "name-case": [
        "none"
      ],
      "field": [
        "var(--sunken)"
      ],
      "tab": [
        "var(--sunken)"
      ],
      "sheet": [
        "var(--surface)"
      ],
      "sheet-space": [
        "var(--space-5)"
      ],
      "row": [
        "var(--sunken)"
      ],
      "row-space": [
        "var(--space-4) var(--space-5)"
      ],
      "row-gap": [
        "var(--space-3)"
      ],
      "header-space": [
        "var(--space-5)",
        "var(--space-8) var(--space-5)"
      ],
      "panel": [
        "var(--ground)"
      ],
      "identity-margin": [
        "var(--space-4) max(var(--space-4), (100vw - 71rem) / 2) 0"
      ],
      "identity-inset": [
        "var(--space-6)"
      ],
      "identity-space": [
        "var(--space-6)"
      ]
    },
    "mail": {
      "body": "Nunito, 'Segoe UI', 'Trebuchet MS', Verdana, sans-serif",
      "display": "'Arial Rounded MT Bold', Nunito, 'Trebuchet MS', Verdana, sans-serif",
      "cardRadius": 28,
      "buttonRadius": 24
    }
  }
}
