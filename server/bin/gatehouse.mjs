#!/usr/bin/env node
// The operator's command line. Node of our engines runs its TypeScript as it is.
import '../src/cli.ts'
