#!/usr/bin/env node
// The operator's command line. Our Node versions run its TypeScript directly.
import '../src/cli.ts'
