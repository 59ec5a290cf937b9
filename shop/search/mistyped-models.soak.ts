// Tries every letter lost, added and swapped in every name.
import '#shop/search/mistyped-models.test.ts'
