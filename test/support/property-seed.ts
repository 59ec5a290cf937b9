import fc from 'fast-check'

/**
 * Properties use the same examples at every run, so that a failure is caused by the change under test.
 * To find new examples, remove the seed and set `numRuns` high. A failing example becomes its own test.
 */
fc.configureGlobal({ seed: 20_261_121 })
