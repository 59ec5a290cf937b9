import fc from 'fast-check'

/**
 * Properties try the same examples at every run, so that a red run is due to the change it stands on.
 * To look for new ones: take the seed away and set `numRuns` high; what is found becomes a test of its own.
 */
fc.configureGlobal({ seed: 20_261_121 })
